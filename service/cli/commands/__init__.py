"""The commands of `tableside`: `run` of a module does the work and returns the exit status.

`service.cli.main` puts its exceptions into words: RefusedError ends with 1, a request that cannot
be followed (RequestError, OptionError) with `WRONG`.
"""

WRONG = 2  # the exit status where the request or the hand is wrong
