"""What the terminal shows once the product answers."""

import http.client

from giroscope.serve.addresses import (
    LOOPBACK,
    bank_simulator_url,
    console_url,
    erp_simulator_url,
    reachable,
)
from giroscope.serve.preparing import Prepared
from giroscope.settings import Settings
from signin import FIRST_USERS

_PATIENCE_SECONDS = 2.0


def is_ready(settings: Settings) -> bool:
    """Whether web, and sign-in and simulators where they are ours, answer."""
    host = settings.host
    targets = [(host, settings.port, "/healthz/live")]
    if settings.is_embedded_identity:
        targets.append((host, settings.identity_port, "/health/ready"))
    if settings.has_bank_simulator:
        targets.append((LOOPBACK, settings.bank_simulator_port, "/healthz"))
    if settings.has_erp_simulator:
        targets.append((LOOPBACK, settings.erp_simulator_port, "/healthz"))
    return all(_answers(*target) for target in targets)


def _answers(host: str, port: int, path: str) -> bool:
    name = "127.0.0.1" if reachable(host) == "localhost" and ":" not in host else host
    connection = http.client.HTTPConnection(name, port, timeout=_PATIENCE_SECONDS)
    try:
        connection.request("GET", path, headers={"Host": f"localhost:{port}"})
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def welcome(settings: Settings, prepared: Prepared) -> str:
    """The block that says where it is and how to sign in."""
    lines = [("Giroscope", console_url(settings))]
    if settings.is_embedded_identity:
        names = prepared.users or tuple(user.username for user in FIRST_USERS)
        lines.append(("Sign in as", " · ".join(names)))
        lines.append(("Password", _password_line(prepared)))
    else:
        lines.append(("Sign-in", settings.sign_in_url))
    if settings.has_bank_simulator:
        lines.append(("Bank to try", bank_simulator_url(settings)))
    if settings.has_erp_simulator:
        lines.append(("ERP to try", erp_simulator_url(settings)))
    lines.append(("Data", str(settings.data_dir.absolute())))
    lines.append(("Stop", "Ctrl-C"))
    body = "\n".join(f"  {label:<12}{text}" for label, text in lines)
    return f"\n{body}\n\n"


def _password_line(prepared: Prepared) -> str:
    if prepared.password is None:
        return "given out at the first start"
    if prepared.is_password_generated:
        return f"{prepared.password}   (shown this once: keep it)"
    return "the one in GIROSCOPE_ADMIN_PASSWORD"
