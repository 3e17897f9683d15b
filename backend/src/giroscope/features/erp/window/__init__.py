"""The accounting systems whose pages may open or frame the check of payment files."""
