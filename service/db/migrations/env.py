"""Where Alembic starts: it is handed an open connection and upgrades that database."""

from alembic import context

from service.db.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
