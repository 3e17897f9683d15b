"""What people and tests see of the bank, and how they make it misbehave."""
