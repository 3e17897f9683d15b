"""Tells whether the console has the Danish sentences the server has; `--write` does so.

The server needs them for lists that are taken out as files, the console for what it
shows: they are written once, in the room that owns them.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from giroscope.features.documents import DANISH_FINDINGS
from giroscope.features.messages.danish import DANISH

ROOMS: Final = Path(__file__).parents[1] / "frontend" / "src" / "features"


class Written(NamedTuple):
    """Sentences of one room, as a file of the console."""

    file: Path
    lead: str
    name: str
    sentences: Mapping[str, str]

    def text(self) -> str:
        """What the file holds."""
        lines = [f"  {_key(c)}: '{said}'," for c, said in self.sentences.items()]
        head = f"/** {self.lead} Written by `scripts/danish_fresh.py`. */"
        opened = f"export const {self.name}: Readonly<Record<string, string>> = {{"
        return "\n".join([head, opened, *lines, "};", ""])


WRITTEN: Final = (
    Written(
        ROOMS / "messages" / "sentences.ts",
        "Danish sentences for message and timeline codes; English comes from the"
        " server.",
        "danishSentences",
        DANISH,
    ),
    Written(
        ROOMS / "documents" / "danishFindings.ts",
        "What a reader’s findings mean, in Danish; English comes from the server, with"  # noqa: RUF001
        " the values of the file.",
        "danishFindings",
        DANISH_FINDINGS,
    ),
)


def _key(code: str) -> str:
    return code if code.isidentifier() else f"'{code}'"


def main() -> int:
    """Compare, or write."""
    stale = [
        one
        for one in WRITTEN
        if not one.file.exists() or one.file.read_text("utf-8") != one.text()
    ]
    if "--write" in sys.argv[1:]:
        for one in stale:
            one.file.write_text(one.text(), "utf-8")
        return 0
    for one in stale:
        sys.stdout.write(
            f"{one.file.name} differs: mend it with danish_fresh.py --write\n"
        )
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
