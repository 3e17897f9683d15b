"""What every room needs: database, tenancy, access, errors, graph, jobs, secrets."""
