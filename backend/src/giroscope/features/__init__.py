"""The rooms of the product, each with its tables, decisions, actions and screens."""
