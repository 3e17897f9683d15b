"""Text that people type, brought into one line."""


def one_line(text: str) -> str:
    """The text without breaks, tabs and other signs that show nothing."""
    return " ".join("".join(s if s.isprintable() else " " for s in text).split())
