"""The month of each account: which statements are here, and whether they add up."""
