"""Every setting of the product, in one typed place.

No other module reads the environment; settings are passed down.
"""

import json
import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import InitErrorDetails, PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from giroscope.endpoints import ensure_endpoint

MEBIBYTE = 1 << 20
GIBIBYTE = 1 << 30
_FOLDER = re.compile(r"file:///.*")
_BUCKET = re.compile(
    r"(s3a?|gs|az(ure)?|adl|abfss?|https?)://[^\s/?#]+(/[^\s?#]*)?", re.IGNORECASE
)
_KEY_SERVICE = re.compile(
    r"aws-kms:arn:aws[\w-]*:kms:[\w-]+:\d{12}:(key|alias)/[\w/-]+"
    r"|vault:(https|(?P<open>http))://(?P<host>[\w.-]+|\[[\da-f:]+\])(:\d+)?"
    r"(/[\w.-]+){2,}"
)
_OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


_PREFIX = "GIROSCOPE_"


class Settings(BaseSettings):
    """What can be set, by environment variables that begin with `GIROSCOPE_`."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX, frozen=True, validate_by_name=True
    )

    data_dir: Path = Path("var")
    host: str = "127.0.0.1"
    port: int = Field(default=8087, ge=1, le=65535)
    database_url: str | None = None
    documents_url: str | None = None
    metrics_token: SecretStr | None = None
    """Whoever brings it is told `/metrics` from anywhere."""
    anchors_url: str | None = None
    """Where the audit trails are anchored; else where the documents are."""
    identity_url: str | None = None
    identity_port: int = Field(default=8088, ge=1, le=65535)
    identity_admin_client_id: str | None = None
    """With its secret, an account of Keycloak's master realm, for realm commands."""
    identity_admin_client_secret: SecretStr | None = None
    identity_admin_user: str | None = None
    """The same as a person, where Keycloak has no client for it."""
    identity_admin_password: SecretStr | None = None
    identity_service_secret: SecretStr | None = None
    """Of the client that manages people, where an operator chose it; else derived."""
    identity_blocklist: str | None = Field(default=None, pattern=r"^[\w.-]+$")
    """File of common passwords that the operator gave Keycloak."""
    smtp_host: str | None = None
    """Mail server of the sign-in; without one, mails of the embedded sign-in are laid
    into a folder."""
    smtp_port: int = Field(default=587, ge=1, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_username: str = ""
    smtp_password: SecretStr | None = None
    smtp_sender: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+$")
    """The address that mails come from; needed with a mail server."""
    public_url: str | None = Field(
        default=None, pattern=r"^https?://[\w.{}-]+(:\d{1,5})?/?$"
    )
    """Where browsers find the console; `{realm}` stands for the tenant's name."""
    environment: str | None = Field(default=None, pattern=r"^[\w -]{1,24}$")
    """What kind of installation this is, in the console beside the tenant's name."""
    endpoints: dict[str, str] = Field(default_factory=dict)
    """Where the console's named calls go instead of here, as JSON:
    `{"validationURL": "https://files.example.com/api/validate"}`."""
    default_realm: str = "giroscope"
    client_id: str = "giroscope-console"
    master_key: SecretStr | None = None
    master_key_file: Path | None = None
    old_master_key: SecretStr | None = None
    """The one before, while what it wrapped is wrapped anew."""
    old_master_key_file: Path | None = None
    master_key_wrapped: str | None = None
    """What `giroscope key wrap` printed; the key service gives the master key for it.
    """
    old_master_key_wrapped: str | None = None
    key_service: str | None = None
    """What wraps the master key: `aws-kms:ARN`, or `vault:https://HOST/MOUNT/KEY`."""
    vault_token: SecretStr | None = None
    """What Vault knows us by; its agent writes it into a file."""
    vault_namespace: str | None = None
    admin_password: SecretStr | None = None
    workers: int = Field(default=1, ge=1, le=64)
    log_format: Literal["text", "json"] | None = None
    max_upload_bytes: int = Field(default=4096 * MEBIBYTE, ge=1)
    """A larger upload is refused before its bytes are read."""
    least_free_bytes: int = Field(default=512 * MEBIBYTE, ge=0)
    """Uploads that would leave less free on the disk are refused unread."""
    realm_requests_per_second: int = Field(default=300, ge=1)
    """What a tenant may ask of one web process, where its realm says nothing else."""
    person_requests_per_second: int = Field(default=50, ge=1)
    realm_requests_at_once: int = Field(default=24, ge=1)
    realm_uploads_at_once: int = Field(default=8, ge=1)
    realm_exports_at_once: int = Field(default=3, ge=1)
    """Lists and originals that leave as files at the same time."""
    person_streams: int = Field(default=6, ge=1)
    """Message streams that a person may have open, one for each tab."""
    person_cost_per_second: int = Field(default=150_000, ge=1)
    """What a person's questions may cost one web process; a row's field costs 1."""
    realm_stored_bytes: int = Field(default=256 * GIBIBYTE, ge=1)
    """What a tenant may upload in all; what banks and the product bring is kept too."""
    realm_comments_per_day: int = Field(default=2_000, ge=1)
    requests_at_once: int = Field(default=64, ge=1)
    """Requests one web process works on; where there are more, tenants take turns."""
    jobs_at_once: int = Field(default=3, ge=1)
    """Jobs one worker does at the same time."""
    realm_jobs_at_once: int = Field(default=2, ge=1)
    """Of these, one tenant's, so that a place is left for another's."""
    allow_public_sign_in: bool = False
    """Let the embedded provider listen on an address others can reach."""
    erp_allowed_hosts: str = ""
    """Hosts in private networks that connectors may call; commas between them."""
    webhook_allowed_hosts: str = ""
    """Hosts in private networks that webhooks may be sent to; commas between them."""
    erp_settings: dict[str, SecretStr] = Field(default_factory=dict)
    """What tenants need not say of an ERP themselves, secrets among it, as JSON:
    `{"tryton.address": "https://erp.example.com"}`."""
    erp_folders: Path | None = None
    """Where folders for exchanging files with an ERP stand; below the data directory
    where unset."""
    erp_authorities: Path | None = None
    """Further root certificates for calls to an ERP, in PEM."""
    connections_per_address: int = Field(default=256, ge=1)
    """Of one caller to one web process, and to the sign-in; not of trusted proxies."""
    trusted_proxies: str = ""
    """Proxies whose word about the caller's address counts; commas between them."""
    bank_simulator_port: int = Field(default=8089, ge=0, le=65535)
    """Where the simulated bank listens on this machine; 0 for none."""
    erp_simulator_port: int = Field(default=8090, ge=0, le=65535)
    """Where the simulated ERP listens on this machine; 0 for none."""
    bank_directory: Path | None = None
    """The operator's file of banks' addresses and root certificates."""
    bank_folders: Path | None = None
    """Where tenants' outboxes and inboxes stand; below the data directory where unset.
    """
    billing_file: Path | None = None
    """The operator's seller, plans and prices; see docs/billing.md."""
    status_hours: int = Field(default=4, ge=1, le=240)
    """A bank that has not answered a file for so long after it left is told of."""
    recall_days: int = Field(default=2, ge=1, le=60)
    """A bank that is silent about a recall for so many banking days is told of."""
    statement_due: str = Field(default="10:00", pattern=r"^([01]\d|2[0-3]):[0-5]\d$")
    """By the clock of Copenhagen: when yesterday's statements should be here."""
    backup_hours: int = Field(default=36, ge=1, le=24 * 366)
    """`giroscope doctor` warns of a backup or rehearsal that is older."""
    trace_url: str | None = Field(
        default=None, pattern=r"^https?://[^\s{}]+(\{trace_id\}[^\s{}]*)+$"
    )
    """Where a trace is shown that callers begin; `{trace_id}` stands for its 32 digits.
    """
    collector_url: str | None = Field(
        default=None, validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT"
    )
    """Where OpenTelemetry sends; all of its own variables are read by itself."""
    trace_collector_url: str | None = Field(
        default=None, validation_alias="OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
    )
    """The same, where traces have a collector of their own."""
    metric_collector_url: str | None = Field(
        default=None, validation_alias="OTEL_EXPORTER_OTLP_METRICS_ENDPOINT"
    )
    """The same for what `/metrics` tells."""
    web_dir: Path | None = None
    """The built console; found beside the source where unset."""
    clock_file: Path | None = None
    """For tests alone: a file with a number of seconds that is added to the machine's
    clock. Nothing is read where it is unset."""

    @field_validator("erp_allowed_hosts")
    @classmethod
    def _ensure_hosts(cls, text: str) -> str:
        for part in filter(None, (part.strip() for part in text.split(","))):
            if re.fullmatch(r"[A-Za-z0-9.-]+|\[?[0-9A-Fa-f:]+\]?", part) is None:
                raise ValueError(f"{part} is no host such as erp.intern.example")
        return text

    @field_validator("documents_url", "anchors_url")
    @classmethod
    def _ensure_store(cls, address: str | None) -> str | None:
        if not address:
            return None
        if _FOLDER.fullmatch(address) or _BUCKET.fullmatch(address):
            return address
        raise ValueError(
            "It names no store: s3://BUCKET/PREFIX, gs://BUCKET/PREFIX,"
            " az://CONTAINER/PREFIX or file:///FOLDER"
        )

    @field_validator("key_service")
    @classmethod
    def _ensure_key_service(cls, address: str | None) -> str | None:
        if not address:
            return None
        found = _KEY_SERVICE.fullmatch(address)
        if found is None:
            raise ValueError(
                "It names no key: aws-kms:arn:aws:kms:REGION:ACCOUNT:key/ID or"
                " vault:https://HOST/MOUNT/KEY"
            )
        if found["open"] and found["host"] not in _OWN_HOSTS:
            raise ValueError("Vault gives the master key: use https")
        return address

    @field_validator("endpoints")
    @classmethod
    def _ensure_endpoints(cls, moved: dict[str, str]) -> dict[str, str]:
        for name, address in moved.items():
            ensure_endpoint(name, address)
        return {name: address.rstrip("/") for name, address in moved.items()}

    @field_validator("trusted_proxies")
    @classmethod
    def _ensure_networks(cls, text: str) -> str:
        for part in filter(None, (part.strip() for part in text.split(","))):
            ip_network(part)
        return text

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What the program says, the environment, and the files that it names."""
        del dotenv_settings, file_secret_settings
        return init_settings, env_settings, _SecretFiles(settings_cls)

    @property
    def erp_host_set(self) -> frozenset[str]:
        """Hosts in private networks that connectors may call, one by one."""
        return _hosts(self.erp_allowed_hosts)

    @property
    def webhook_host_set(self) -> frozenset[str]:
        """Hosts in private networks that webhooks may be sent to, one by one."""
        return _hosts(self.webhook_allowed_hosts)

    @property
    def is_embedded_identity(self) -> bool:
        """Whether sign-in is the provider that ships inside."""
        return self.identity_url is None

    @property
    def kind(self) -> str:
        """`production`, `test`, or the operator's own word.

        Who has said nothing and signs in with the embedded provider is trying it out.
        """
        return self.environment or (
            "test" if self.is_embedded_identity else "production"
        )

    @property
    def has_bank_simulator(self) -> bool:
        """Whether the simulated bank runs and its agreements can be connected."""
        return self.bank_simulator_port > 0 and self.kind != "production"

    @property
    def bank_simulator_folder(self) -> Path:
        """Where the simulated bank keeps itself, its roots among it."""
        return self.data_dir / "bank-simulator"

    @property
    def has_erp_simulator(self) -> bool:
        """Whether the simulated ERP runs and can be connected."""
        return self.erp_simulator_port > 0 and self.kind != "production"

    @property
    def erp_simulator_folder(self) -> Path:
        """Where the simulated ERP keeps itself, its key among it."""
        return self.data_dir / "erp-simulator"

    @property
    def sign_in_url(self) -> str:
        """The base address of the sign-in, embedded or Keycloak.

        The embedded one is `localhost` also where it listens everywhere, as in
        a container: browsers allow sign-in without HTTPS on this name only.
        """
        embedded = f"http://localhost:{self.identity_port}"
        return (self.identity_url or embedded).rstrip("/")

    @property
    def is_traced(self) -> bool:
        """Whether a collector of traces is named."""
        return bool(self.collector_url or self.trace_collector_url)

    @property
    def pushes_metrics(self) -> bool:
        """Whether a collector of metrics is named."""
        return bool(self.collector_url or self.metric_collector_url)

    @property
    def is_sqlite(self) -> bool:
        """Whether tenants live in SQLite files below the data directory."""
        return self.database_url is None

    def url_of_trace(self, trace: str | None) -> str | None:
        """Where whoever collects the callers' traces shows this one, if it is one."""
        if self.trace_url is None or re.fullmatch(r"[0-9a-f]{32}", trace or "") is None:
            return None
        return self.trace_url.replace("{trace_id}", str(trace))

    @property
    def console_dir(self) -> Path:
        """Where the built console is looked for."""
        beside = Path(__file__).parents[3] / "frontend" / "dist"
        return self.web_dir or beside


def variable_of(name: str) -> str:
    """The environment's name of a setting."""
    own = Settings.model_fields[name].validation_alias
    return own if isinstance(own, str) else f"{_PREFIX}{name.upper()}"


def is_secret(name: str) -> bool:
    """Whether the value of a setting is a secret."""
    annotation = Settings.model_fields[name].annotation
    return SecretStr in (annotation, *get_args(annotation))


_LARGEST_SECRET = 64 * 1024
_WITH_PASSWORD = frozenset({"database_url"})
"""No secrets, but addresses that may have one within."""


class _SecretFiles(PydanticBaseSettingsSource):
    """Secrets that files hold: `GIROSCOPE_SMTP_PASSWORD_FILE` names such a file.

    So do Docker, Kubernetes and systemd hand them out; what stands in an environment
    is read by whatever the process starts. The end of the last line is no part of it.
    """

    def __call__(self) -> dict[str, Any]:
        """What the files hold, by setting.

        Raises:
            ValidationError: A file cannot be read, is empty, too long or not what the
                setting is written in, or the setting is given in both ways.
        """
        fields = Settings.model_fields
        found = {
            name: self.get_field_value(field, name)[0]
            for name, field in fields.items()
            if (is_secret(name) or name in _WITH_PASSWORD)
            # The master keys have settings of their own for theirs.
            and f"{name}_file" not in fields
        }
        return {name: value for name, value in found.items() if value is not None}

    def get_field_value(
        self, field: FieldInfo, field_name: str
    ) -> tuple[Any, str, bool]:
        """What the file of one setting holds; None where none is named."""
        variable = variable_of(field_name)
        path = os.environ.get(f"{variable}_FILE")
        if not path:
            return None, field_name, False
        if os.environ.get(variable):
            raise _refusal(field_name, f"{variable} is set as well; unset one of them")
        try:
            with Path(path).open(encoding="utf-8") as file:
                text = file.read(_LARGEST_SECRET + 1)
            if not text.strip() or len(text) > _LARGEST_SECRET:
                reason = f"{path} is empty, or over {_LARGEST_SECRET} characters long"
                raise _refusal(field_name, reason)
            is_plain = field.annotation != dict[str, SecretStr]
            value = text.removesuffix("\n").removesuffix("\r")
            return value if is_plain else json.loads(text), field_name, False
        except OSError as error:
            reason = f"{path} cannot be read: {error.strerror}"
            raise _refusal(field_name, reason) from error
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            kind = "UTF-8" if isinstance(error, UnicodeDecodeError) else "JSON"
            raise _refusal(field_name, f"{path} is not {kind}") from error


def _refusal(name: str, reason: str) -> ValidationError:
    fault = PydanticCustomError("secret_file", "{reason}", {"reason": reason})
    where = InitErrorDetails(type=fault, loc=(f"{name}_file",), input=None)
    return ValidationError.from_exception_data(Settings.__name__, [where])


def _hosts(told: str) -> frozenset[str]:
    parts = (part.strip().lower() for part in told.split(","))
    return frozenset(part.strip("[]") for part in parts if part)
