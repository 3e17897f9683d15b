"""The addresses under `/realms/{realm}`, one module per concern."""
