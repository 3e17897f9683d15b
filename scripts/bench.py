"""`./bench [name …]`: runs benchmarks, each a module of `benchmarks/`.

Options go to the one that is named: `./bench ledger --months 9`.
"""

import subprocess
import sys
from itertools import takewhile

import setting_up
from setting_up import CannotSetUp

FOLDER = setting_up.ROOT / "benchmarks"
# These serve the benchmarks and are none themselves.
_NOT_BENCHMARKS = frozenset({"generate", "peers", "shapes"})
_MAIN = 'if __name__ == "__main__"'


def main() -> int:
    """Run those named, or all; fail when one fails."""
    runnable = {p.stem for p in FOLDER.glob("*.py") if _MAIN in p.read_text("utf-8")}
    known = sorted(runnable - _NOT_BENCHMARKS)
    asked = [*takewhile(lambda word: not word.startswith("-"), sys.argv[1:])]
    own = sys.argv[1 + len(asked) :]
    if set(asked) - set(known) or (own and len(asked) != 1):
        sys.stdout.write(
            f"Usage: ./bench [name …] [options of one]\nNames: {', '.join(known)}\n"
        )
        return 0 if own == ["--help"] else 2
    try:
        setting_up.python_libraries("requirements.lock", "requirements-dev.lock")
    except CannotSetUp as error:
        sys.stderr.write(f"\n{error}\n")
        return 1
    codes = []
    for name in asked or known:
        sys.stdout.write(f"\n{name}\n")
        sys.stdout.flush()
        command = [setting_up.PYTHON, FOLDER / f"{name}.py", *own]
        codes.append(subprocess.run(command, check=False).returncode)  # noqa: S603 - ours
    return 1 if any(codes) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
