"""One PostgreSQL and one Keycloak for a whole run of the tests, started once.

Keycloak takes longest to start, so it does while other things are done; whoever needs
it waits for it. A server that cannot be had is told by the tests that need it.
"""

import json
import sys
import tempfile
import threading
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from setting_up import BACKEND, say

# The servers that the backend's tests start too, where they run alone.
sys.path.insert(0, str(BACKEND / "tests" / "servers"))

from keycloak import Keycloak, KeycloakUnavailable, running_keycloak
from postgres import PostgresUnavailable, running_postgres

POSTGRES_URL = "GIROSCOPE_TEST_POSTGRES_URL"
KEYCLOAK_FILE = "GIROSCOPE_TEST_KEYCLOAK"


class SharedServers:
    """Starts each server when it is first asked for, and ends them with its block."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._keycloak: Future[Keycloak] | None = None
        self._is_over = threading.Event()
        self._folder = Path()
        self._postgres = ""

    def __enter__(self) -> Self:
        folder = tempfile.TemporaryDirectory(prefix="giroscope-servers-")
        self._folder = Path(self._stack.enter_context(folder))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._stack.close()

    def begin(self) -> None:
        """Have Keycloak start beside whatever else is done."""
        if self._keycloak is None:
            self._keycloak = Future()
            thread = threading.Thread(target=self._run_keycloak, name="Keycloak")
            thread.start()
            self._stack.callback(thread.join)

    def environment(self) -> dict[str, str]:
        """What tells the backend's tests where the servers are."""
        self.begin()
        told = {KEYCLOAK_FILE: str(self._keycloak_file)}
        try:
            if not self._postgres:
                server = running_postgres(in_memory=True)
                self._postgres = self._stack.enter_context(server)
        except PostgresUnavailable as reason:
            say(f"PostgreSQL: {reason}")
            return told
        return {**told, POSTGRES_URL: self._postgres}

    def keycloak(self) -> Keycloak:
        """The server, once it has started.

        Raises:
            KeycloakUnavailable: It cannot be had or did not start.
        """
        self.begin()
        assert self._keycloak is not None  # noqa: S101 - it has just begun
        return self._keycloak.result()

    @property
    def _keycloak_file(self) -> Path:
        return self._folder / "keycloak.json"

    def _run_keycloak(self) -> None:
        assert self._keycloak is not None  # noqa: S101 - this thread belongs to it
        told: dict[str, object] = {}
        try:
            with running_keycloak() as server:
                told = {
                    "port": server.port,
                    "username": server.username,
                    "password": server.password,
                }
                self._tell(told)
                self._keycloak.set_result(server)
                self._is_over.wait()
        except KeycloakUnavailable as reason:
            self._tell({"unavailable": str(reason)})
            self._keycloak.set_exception(reason)

    def _tell(self, told: dict[str, object]) -> None:
        """Whole or not at all: tests wait for the file."""
        part = self._keycloak_file.with_suffix(".part")
        part.write_text(json.dumps(told), "utf-8")
        part.rename(self._keycloak_file)
