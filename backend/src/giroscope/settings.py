"""Every setting of the product, in one typed place.

No other module reads the environment; settings are passed down.
"""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

MEBIBYTE = 1 << 20


class Settings(BaseSettings):
    """What can be set, by environment variables that begin with `GIROSCOPE_`."""

    model_config = SettingsConfigDict(env_prefix="GIROSCOPE_", frozen=True)

    data_dir: Path = Path("var")
    host: str = "127.0.0.1"
    port: int = Field(default=8087, ge=1, le=65535)
    database_url: str | None = None
    documents_url: str | None = None
    identity_url: str | None = None
    identity_port: int = Field(default=8088, ge=1, le=65535)
    default_realm: str = "giroscope"
    client_id: str = "giroscope-console"
    master_key: SecretStr | None = None
    master_key_file: Path | None = None
    admin_password: SecretStr | None = None
    workers: int = Field(default=1, ge=1, le=64)
    log_format: Literal["text", "json"] | None = None
    max_upload_bytes: int = Field(default=4096 * MEBIBYTE, ge=1)
    """A larger upload is refused before its bytes are read."""
    allow_public_sign_in: bool = False
    """Let the embedded provider listen on an address others can reach."""
    web_dir: Path | None = None
    """The built console; found beside the source where unset."""

    @property
    def is_embedded_identity(self) -> bool:
        """Whether sign-in is the provider that ships inside."""
        return self.identity_url is None

    @property
    def sign_in_url(self) -> str:
        """The base address of the sign-in, embedded or Keycloak.

        The embedded one is `localhost` also where it listens everywhere, as in
        a container: browsers allow sign-in without HTTPS on this name only.
        """
        embedded = f"http://localhost:{self.identity_port}"
        return (self.identity_url or embedded).rstrip("/")

    @property
    def is_sqlite(self) -> bool:
        """Whether tenants live in SQLite files below the data directory."""
        return self.database_url is None

    @property
    def console_dir(self) -> Path:
        """Where the built console is looked for."""
        beside = Path(__file__).parents[3] / "frontend" / "dist"
        return self.web_dir or beside
