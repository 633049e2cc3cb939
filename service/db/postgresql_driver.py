"""The driver of PostgreSQL; without the extra `postgres` names of errors that nobody raises."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psycopg import Connection, DataError, Error, InterfaceError, OperationalError
else:
    try:
        from psycopg import Connection, DataError, Error, InterfaceError, OperationalError
    except ModuleNotFoundError:

        class Error(Exception):
            """Any error of the driver."""

            sqlstate = None

        class DataError(Error):
            """A value that cannot be stored."""

        class InterfaceError(Error):
            """The line to the server."""

        class OperationalError(Error):
            """The server."""

        class Connection:
            """A connection that nobody makes."""


__all__ = ["Connection", "DataError", "Error", "InterfaceError", "OperationalError"]
