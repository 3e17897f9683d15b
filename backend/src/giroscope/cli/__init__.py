"""The command line: one module per command, loaded when it is asked for.

Exit codes: 0 done, 1 failed, 2 the input cannot be used.
"""

import argparse
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from pydantic import ValidationError

from giroscope import __version__
from giroscope.kernel import logs
from giroscope.kernel.clock import follow
from giroscope.kernel.errors import AppError, InvalidInput, TooLarge
from giroscope.kernel.origin import coming_from, shell_origin
from giroscope.kernel.secrets import SecretDamaged
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.settings import Settings

OK, FAILED, BAD_INPUT = 0, 1, 2
_OUR_WORDS = "Value error, "
"""What Pydantic puts before a sentence of the settings themselves."""


class Command(Protocol):
    """What the module of a command offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Describe the arguments."""

    def run(self, arguments: argparse.Namespace, settings: Settings) -> int:
        """Do it, and tell the exit code."""


class Entry(NamedTuple):
    """A command in the list that `giroscope --help` shows."""

    module: str
    summary: str


COMMANDS = {
    "serve": Entry("serve", "start everything and keep it running"),
    "worker": Entry("worker", "run background work only"),
    "process": Entry("processes", "show the worker processes, or drain one"),
    "migrate": Entry("migrate", "bring the databases up to date"),
    "doctor": Entry("doctor", "check the set-up, say what is wrong and how to mend it"),
    "inspect": Entry("inspect_files", "read bank files and show what they hold"),
    "validate": Entry("validate", "check payment files before anything happens"),
    "import": Entry("import_files", "import bank files into a realm"),
    "ledger": Entry("ledger", "verify the ledger, or derive it anew from its files"),
    "demo": Entry("demo", "generate a sample company in a realm, or remove it"),
    "realm": Entry("realms", "make, update, list, export and delete tenants"),
    "user": Entry("users", "show, make and change the people of a tenant"),
    "backup": Entry("backup", "write a backup of all tenants while the product runs"),
    "restore": Entry("restore", "put tenants of a backup in their place"),
    "rehearse": Entry("rehearse", "prove that the newest backup can be restored"),
    "key": Entry("keys", "make a master key, or replace the one in use"),
    "audit": Entry("audit", "verify or export the trail of who did what"),
    "evidence": Entry("evidence", "make a journal's evidence pack, or verify one"),
    "billing": Entry("billing", "bill, credit and note payments, as the seller"),
    "limit": Entry("limits", "show or change how much a tenant may ask for"),
    "bank-simulator": Entry(
        "bank_simulator", "run a simulated bank that speaks the banks' protocols"
    ),
    "erp-simulator": Entry("erp_simulator", "run a simulated ERP finance system"),
    "schema": Entry("schema", "print the GraphQL schema"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and tell its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    parser = argparse.ArgumentParser(
        prog="giroscope",
        description="A console for payment and bank-statement journals.",
        epilog="Settings come from variables that begin with GIROSCOPE_; see"
        " docs/operator-guide.md.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    chosen = next((word for word in words if not word.startswith("-")), None)
    for name, entry in COMMANDS.items():
        sub = commands.add_parser(name, help=entry.summary, description=entry.summary)
        if name == chosen:
            module = _loaded(entry.module)
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    arguments = parser.parse_args(words)
    return _guarded(arguments)


def _loaded(name: str) -> Command:
    """A command's module. Only one is loaded: `inspect` needs no web server."""
    # Whatever is loaded stays; to look for garbage in it again and again takes a fifth
    # of the start.
    gc.disable()
    try:
        return cast("Command", import_module(f"giroscope.cli.{name}"))
    finally:
        gc.freeze()
        gc.enable()


def _guarded(arguments: argparse.Namespace) -> int:
    """Run it; refusals become a sentence, an interruption becomes 130."""
    try:
        settings = Settings()
        # Whatever this process forks goes by the same clock.
        follow(settings.clock_file)
        # Commands speak for themselves; those that serve say more.
        logs.configure(settings.log_format, level="WARNING")
        with _private_files(), coming_from(shell_origin()):
            return int(arguments.run(arguments, settings))
    except ValidationError as error:
        for fault in error.errors():
            name = "_".join(str(part) for part in fault["loc"]).upper()
            complain(f"GIROSCOPE_{name}: {fault['msg'].removeprefix(_OUR_WORDS)}")
        return BAD_INPUT
    except AppError as refusal:
        complain(refusal.message)
        is_input = isinstance(refusal, InvalidInput | TooLarge | UnknownRealm)
        return BAD_INPUT if is_input else FAILED
    except SecretDamaged as error:
        complain(str(error))
        return FAILED
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; say nothing more into it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


@contextmanager
def _private_files() -> Iterator[None]:
    """Whatever is written by this process and those it starts is its owner's alone."""
    usual = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(usual)


def complain(sentence: str) -> None:
    """Say on standard error what is wrong."""
    sys.stderr.write(f"giroscope: {sentence.rstrip('.')}.\n")
