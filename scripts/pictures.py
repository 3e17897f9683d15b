"""Takes the pictures of README and docs/user-guide.md: `python scripts/pictures.py`.

Starts the product on free ports with statements and payments that are made up, signs in
as a person does, and lets the browser of the tests take `docs/pictures/*.webp`.
"""

import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import setting_up
from chromium import find_chromium
from product import HOME, running_product
from setting_up import CannotSetUp

sys.path.insert(0, str(setting_up.ROOT / "benchmarks"))

import generate

FRONTEND = setting_up.ROOT / "frontend"
_DAYS = 60
_SATURDAY = 5
_ACCOUNTS = (
    ("DK5000400440116243", "Driftskonto", 900, 2_400_000_00),
    ("DK8830000001234567", "Lønkonto", 420, 800_000_00),
)


def main() -> int:
    """Make the data, take the pictures; returns 1 when one could not be taken."""
    browser = find_chromium()
    if browser is None:
        sys.stderr.write("Chromium is neither installed nor could be\n")
        return 1
    web = setting_up.web_environment()
    setting_up.web_libraries(web)
    setting_up.console(web)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_product({"GIROSCOPE_ENVIRONMENT": "production"}) as product,
    ):
        for path in _files(Path(folder)):
            product.command("import", str(path), "--realm", HOME)
        environment = {
            **web,
            "CHROMIUM": browser,
            "GIROSCOPE_PICTURES_URL": product.url,
            "GIROSCOPE_PICTURES_PASSWORD": product.password,
        }
        return subprocess.run(  # noqa: S603 - our own command
            ["node", str(FRONTEND / "tools" / "pictures.ts")],  # noqa: S607 - of the web environment
            cwd=FRONTEND, env={**os.environ, **environment}, check=False,
        ).returncode  # fmt: skip


def _files(folder: Path) -> list[Path]:
    """Two months of two accounts, up to yesterday; banks do not book at weekends."""
    today = datetime.now(UTC).date()
    days = [today - timedelta(days=ago) for ago in range(_DAYS, 0, -1)]
    booked = [day for day in days if day.weekday() < _SATURDAY]
    made = []
    for seed, (account, name, entries, opening) in enumerate(_ACCOUNTS, start=1):
        path = folder / f"{account}-{days[0]:%Y-%m}.xml"
        generate.generate_camt053(
            path, entries, seed=seed, account=account, opening=opening, name=name,
            on=booked,
        )  # fmt: skip
        made.append(path)
    return made


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotSetUp as error:
        sys.stderr.write(f"\n{error}\n")
        sys.exit(1)
