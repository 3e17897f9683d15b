"""What is checked of a configuration: the checks, their runs, their verdict."""
