"""What findings in a file mean, in every language; docs/findings.md lists the same.

Whoever finds something says it in English, with the values of the file; the other
languages tell what findings of its code mean.
"""

from bankfiles import Finding
from localization import Message


def meaning_of(finding: Finding) -> Message:
    """What a finding means."""
    return meaning(finding.code, finding.message)


def meaning(code: str, message: str) -> Message:
    """The same of a finding that was kept."""
    return Message(f"finding.{code}", text=message)
