"""Whatever banks and programs write is imported, or refused with a reason."""

from collections.abc import Callable

import pytest

from giroscope.features.uploads import Upload
from tests.bankfiles import corpus

FAMILIES = sorted({name.split("/")[0] for name in corpus.names()})


@pytest.mark.skipif(not corpus.PRESENT, reason=corpus.ABSENT)
@pytest.mark.dealt(4)
@pytest.mark.parametrize("kind", ["payment", "statement"])
@pytest.mark.parametrize("family", FAMILIES)
def test_no_file_of_the_corpus_shows_a_fault_of_the_product(
    import_bytes: Callable[..., Upload], family: str, kind: str
) -> None:
    ends = {
        name: import_bytes((corpus.SAMPLES / name).read_bytes(), name, kind).state
        for name in corpus.names(family)
    }
    assert ends
    assert "FAILED" not in ends.values(), ends
