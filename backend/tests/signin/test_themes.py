"""Every look of the pages reads: the contrast that WCAG 2.2 asks for at AA, measured.

The colours are those that stand in the files, and the pairs those that pages show.
"""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from signin.pages.themes import TABLE, style_sheets

_TEXT = 4.5
_EDGE = 3.0
_PAIRS = (
    *((word, under, _TEXT) for word in ("text", "muted", "link")
      for under in ("ground", "card")),
    ("text", "glow", _TEXT),
    ("on-accent", "accent", _TEXT),
    ("on-accent", "accent-strong", _TEXT),
    ("alert-text", "alert-ground", _TEXT),
    ("notice-text", "notice-ground", _TEXT),
    ("alert-text", "card", _EDGE),
    ("field-line", "card", _EDGE),
    ("ring", "card", _EDGE),
    ("ring", "ground", _EDGE),
)  # fmt: skip
_BASE = files("signin").joinpath("assets", "base.css").read_text("utf-8")
_HEX = r"#[0-9a-f]{6}"


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4
        for one in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _own(place: int) -> dict[str, str]:
    """The pages' own light (0) or dark (1) colours."""
    pairs = re.findall(rf"--([\w-]+): light-dark\(({_HEX}), ({_HEX})\)", _BASE)
    single = re.findall(rf"--([\w-]+): ({_HEX});", _BASE)
    return {name: colours[place] for name, *colours in pairs} | dict(single)


LOOKS = {"light": _own(0), "dark": _own(1), **TABLE}


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_reads(look: str) -> None:
    colours = LOOKS[look]
    faint = {
        (word, under): round(found, 2)
        for word, under, least in _PAIRS
        if (found := contrast(colours[word], colours[under])) < least
    }
    assert faint == {}


def test_the_measure_is_the_one_of_the_recommendation() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_console_has_forty_two_themes_and_each_says_all() -> None:
    assert len(TABLE) == 42
    declared = set(re.findall(r"^  --([\w-]+):", _BASE, re.MULTILINE)) - {"shadow"}
    for name, tokens in TABLE.items():
        assert set(tokens) - {"scheme"} == declared, name
        assert re.fullmatch(r"[a-z0-9-]+", name)
        assert tokens["scheme"] in {"light", "dark"}
        assert re.fullmatch(r"[0-9.]+(px|rem)", tokens["radius"])
        colours = set(tokens) - {"scheme", "radius"}
        assert all(re.fullmatch(_HEX, tokens[one]) for one in colours), name


def test_a_theme_costs_a_page_half_a_kilobyte() -> None:
    sheets = style_sheets()
    plain = len(sheets.pop("signin.css"))
    assert max(len(sheet) for sheet in sheets.values()) - plain < 512
