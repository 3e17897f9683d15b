"""`giroscope erp-simulator`: the simulated ERP alone, until told to stop."""

import argparse

import erpsim
from giroscope.cli import FAILED, OK
from giroscope.cli.simulators import add_place, announced, placed
from giroscope.kernel import logs
from giroscope.serve import erp_simulator_url
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where it listens and keeps itself, and what it begins with."""
    add_place(parser, "GIROSCOPE_ERP_SIMULATOR_PORT")
    parser.add_argument(
        "--empty", action="store_true", help="begin without supplier invoices"
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Serve until interrupted."""
    settings = placed(arguments, settings, "erp_simulator_port")
    port = settings.erp_simulator_port
    line = f"Simulated ERP at {erp_simulator_url(settings)}"
    if not announced(settings, port, "erp-simulator", line):
        return FAILED
    erpsim.serve(
        settings.erp_simulator_folder,
        port,
        erpsim.Options(has_history=not arguments.empty),
        logs.logging_config(settings.log_format),
    )
    return OK
