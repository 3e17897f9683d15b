"""A made-up company and its banks, through the same ways as real files."""
