"""Two folders that another program carries to a bank and back."""

from banklink.folder.channel import FolderChannel

__all__ = ["FolderChannel"]
