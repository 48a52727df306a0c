"""Runs the migrations on the engine that the store hands over."""

from alembic import context

from kingdomino.server.schema import metadata

with context.config.attributes["engine"].connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
