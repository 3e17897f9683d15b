"""What it takes to migrate many tenants: from empty, and when all is up to date."""

from __future__ import annotations

import argparse
import time

import store

from giroscope.kernel.migrate import migrate_realm


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenants", type=int, default=200)
    parser.add_argument("--stores", nargs="*", default=["sqlite", "postgres"])
    asked = parser.parse_args()
    for which in asked.stores:
        with store.installation(which) as installation:
            for said in ("from empty", "up to date"):
                began = time.perf_counter()
                for number in range(asked.tenants):
                    migrate_realm(installation.database, f"tenant-{number}", bytes(32))
                took = time.perf_counter() - began
                print(
                    f"{which}, {asked.tenants} tenants {said}: {took:.1f} s,"
                    f" {took / asked.tenants * 1e3:.0f} ms each"
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
