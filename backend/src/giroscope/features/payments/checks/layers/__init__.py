"""The layers of the check, each with the rules it knows."""
