"""Runs migrations on the connection that `kernel.migrate` hands over."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    transaction_per_migration=False,
    render_as_batch=True,
)
context.run_migrations()
