"""`giroscope schema`: the GraphQL schema as text, as contract/ keeps it."""

import argparse

from giroscope.cli import OK
from giroscope.cli.output import print_lines
from giroscope.graphql_schema import schema
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments."""
    del parser


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the schema definition language."""
    del arguments, settings
    print_lines([schema.as_str()])
    return OK
