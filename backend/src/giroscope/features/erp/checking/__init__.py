"""What is checked of a configuration: fourteen checks, their runs, their verdict."""
