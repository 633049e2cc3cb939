"""Requests to the services that tests start.

They speak no TLS, and a client that is ready for it reads all certificates first: longer than most
requests take.
"""

from functools import partial

import httpx2

get = partial(httpx2.get, verify=False)
post = partial(httpx2.post, verify=False)
patch = partial(httpx2.patch, verify=False)
request = partial(httpx2.request, verify=False)
delete = partial(httpx2.delete, verify=False)
stream = partial(httpx2.stream, verify=False)
Client = partial(httpx2.Client, verify=False)
