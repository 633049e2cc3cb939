"""Alembic's entry point: it is given an open connection and migrates that database."""

from alembic import context

from service.db.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
