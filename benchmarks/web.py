"""What a person at the console waits for, in a real browser over 100,000 rows.

The main screens under Lighthouse, the longest list scrolled end to end, and every
setting until it is painted, each as the median of some runs, against its limit. Starts
a product of its own; the browser's part stands in `web/`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "scripts")]

import generate  # noqa: E402 - its folder was just made importable
import setting_up  # noqa: E402
from chromium import find_chromium  # noqa: E402
from product import HOME, Product, running_product  # noqa: E402

FOLDER = HERE / "web"
PARTS = ("screens", "scroll", "settings")
DAYS = 60
# Most rows belong to one account, as with whoever has a till or a shop.
SHARES = (("DK5000400440116243", 0.9), ("DK8830000001234567", 0.1))


def fill(product: Product, rows: int) -> None:
    """Two months of two accounts up to yesterday, read as any file is."""
    start = datetime.now(UTC).date() - timedelta(days=DAYS)
    with tempfile.TemporaryDirectory() as folder:
        for seed, (account, share) in enumerate(SHARES, start=1):
            path = Path(folder) / f"{account}.xml"
            generate.generate_camt053(
                path, int(rows * share), seed=seed, account=account, statements=DAYS,
                start=start,
            )  # fmt: skip
            product.command("import", str(path), "--realm", HOME)


def measured(product: Product, browser: str, asked: argparse.Namespace) -> int:
    """Let the browser measure; 1 when a limit is missed."""
    environment = {
        **setting_up.web_environment(),
        "CHROMIUM": browser,
        "GIROSCOPE_BENCH_URL": product.url,
        "GIROSCOPE_BENCH_PASSWORD": product.password,
        "GIROSCOPE_BENCH_RUNS": str(asked.runs),
        "GIROSCOPE_BENCH_PARTS": ",".join(asked.parts),
    }
    return subprocess.run(  # noqa: S603 - our own command
        ["node", str(FOLDER / "measure.ts")],  # noqa: S607 - of the web environment
        cwd=FOLDER, env=environment, check=False,
    ).returncode  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    """Measure and print; returns 1 when a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS)
    asked = parser.parse_args(argv)
    browser = find_chromium()
    if browser is None:
        sys.stderr.write("Chromium is neither installed nor could be\n")
        return 1
    web = setting_up.web_environment()
    for folder in (setting_up.FRONTEND, FOLDER):
        setting_up.web_libraries(web, folder)
    setting_up.console(web)
    with running_product() as product:
        began = time.monotonic()
        fill(product, asked.rows)
        load = " ".join(f"{each:.1f}" for each in os.getloadavg())
        print(
            f"  {asked.rows:,} rows read in {time.monotonic() - began:.0f} s;"
            f" load of the machine {load}",
            flush=True,
        )
        return measured(product, browser, asked)


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except setting_up.CannotSetUp as error:
        sys.stderr.write(f"\n{error}\n")
        raise SystemExit(1) from None
