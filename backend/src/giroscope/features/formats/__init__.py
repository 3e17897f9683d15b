"""Which versions of file formats go to and come from each bank, and which end."""
