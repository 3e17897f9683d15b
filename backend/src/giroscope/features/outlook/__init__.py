"""What an account's balance is expected to be: what is on its way, and what recurs."""
