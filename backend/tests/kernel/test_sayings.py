"""All that the kernel keeps of what failed has its Danish; a sentence without fails."""

import re
from pathlib import Path

import pytest

from giroscope import kernel
from giroscope.kernel import errors
from giroscope.kernel.errors import AppError
from giroscope.kernel.identity import calls
from giroscope.kernel.text import in_both

_KERNEL = Path(kernel.__file__).parent
_RAISED = re.compile(r"raise \w+\(\s*f?\"((?:[^\"\\]|\\.)*)\"")


def _defaults(module: object) -> list[str]:
    return [
        one().message
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, AppError) and one is not AppError
    ]


@pytest.mark.parametrize("sentence", sorted({*_defaults(errors), *_defaults(calls)}))
def test_every_refusal_of_the_kernel_is_told(sentence: str) -> None:
    assert in_both(sentence).da != sentence


@pytest.mark.parametrize("name", ["mail.py", "identity/calls.py"])
def test_what_is_said_of_mail_and_sign_in_is_told(name: str) -> None:
    source = (_KERNEL / name).read_text("utf-8")
    said = [re.sub(r"\{[^}]*\}", "x", one) for one in _RAISED.findall(source)]
    assert said
    assert [one for one in said if in_both(one).da == one] == []


def test_a_fault_of_a_job_is_told_with_its_incident() -> None:
    source = (_KERNEL / "jobs.py").read_text("utf-8")
    assert "A fault in the product stopped this (incident {incident})" in source
    told = in_both("A fault in the product stopped this (incident a-7)").da
    assert told == "En fejl i produktet standsede dette (hændelse a-7)"
