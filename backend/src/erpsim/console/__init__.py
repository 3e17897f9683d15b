"""The ERP's page for people, and the same over JSON for tests and scripts."""
