"""What is kept of a person who uses the console: told to them, and erased.

Which tables keep what, and what for, each room says beside its tables; see
`kernel.personal_data`.
"""
