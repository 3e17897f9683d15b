"""People match entries: with payments, with each other; what they say can be undone."""
