"""What files that came over a connection say of how they came."""

BANK, DEMO = "BANK", "DEMO"


def source_of(*, is_demo: bool) -> str:
    """The word that documents, uploads and journals keep; made up is known by it."""
    return DEMO if is_demo else BANK
