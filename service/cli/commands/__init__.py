"""The commands of `tableside`: `run` of a module does the work and returns the exit status.

What it raises `service.cli.main` says in words: RefusedError ends with 1, a request that cannot be
followed (RequestError, OptionError) with `WRONG`.
"""

WRONG = 2  # the exit status where the request or the hand is wrong
