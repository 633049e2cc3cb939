"""The PostgreSQL driver; without the extra `postgres`, error classes that are never raised."""

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
            """A failure of the connection to the server."""

        class OperationalError(Error):
            """A failure of the server."""

        class Connection:
            """A connection that is never made."""


__all__ = ["Connection", "DataError", "Error", "InterfaceError", "OperationalError"]
