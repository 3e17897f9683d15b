"""The e2e layer: the product as people start it, in a real browser, and journeys.

Each product has data, mails and a browser of its own; several run side by side.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import setting_up
from backstage import running_backstage
from chromium import find_headless
from keycloak import (
    Keycloak,
    KeycloakUnavailable,
    Person,
    add_people,
    running_keycloak,
)
from mail_sink import Mailbox, running_mailbox
from product import (
    HOME,
    IDENTITY,
    TENANT,
    Beginning,
    Product,
    beginning,
    running_product,
)
from setting_up import FRONTEND
from steps import count, report, run
from tally import Tally

_SHARDS = 2
# Journeys by their tags and files.
_STOPPING = "@stops-the-sign-in"
_OF_PEOPLE = rf"(identity|users|week)\.spec\.ts|@both-providers|{_STOPPING}"
# Most of their time somebody waits: for a bank, for the next minute, for a mail that
# is written once it has been quiet for two.
_WAITING = r"(money|payments-approved|recall|supplier-invoice)\.spec\.ts"

# The embedded sign-in makes the same people by itself.
_PEOPLE = (
    Person(
        "admin",
        "Agnes",
        "Admin",
        (
            "giroscope-account-management",
            "giroscope-billing",
            "giroscope-debug",
            "giroscope-logs",
            "giroscope-payment-approver",
            "giroscope-upload",
        ),
    ),
    Person("operator", "Oskar", "Operator", ("giroscope-upload",)),
    Person("approver", "Astrid", "Approver", ("giroscope-payment-approver",)),
    Person("viewer", "Viggo", "Viewer"),
)


def journeys(tally: Tally, env: Mapping[str, str], at_once: int) -> None:
    """The product as people start it, in a real browser; several side by side."""
    browser = find_headless()
    if browser is None:
        tally.skip("e2e: Chromium is neither installed nor could be")
        return
    env = {**env, "CHROMIUM": browser}
    setting_up.console(env)
    others = f"--grep-invert={_STOPPING}|{_WAITING}"
    stages = [
        *(
            partial(_e2e_whole, chosen=(others, f"--shard={part}/{_SHARDS}"))
            for part in range(1, _SHARDS + 1)
        ),
        _e2e_at_keycloak,
        _e2e_in_parts,
    ]
    waiting = partial(_e2e_whole, chosen=(f"--grep={_WAITING}",))
    # The journeys that wait leave the machine to those beside them.
    with beginning() as begun, ThreadPoolExecutor(at_once + 1) as lanes:
        staged = partial(_staged, env, begun)
        for counted in lanes.map(staged, [waiting, *stages]):
            tally.add(counted)


def _staged(
    env: Mapping[str, str], begun: Beginning, stage: Callable[..., None]
) -> Tally:
    """Journeys at a product and with mails of their own."""
    tally = Tally()
    with running_mailbox() as mailbox:
        stage(tally, env, begun, mailbox)
    return tally


def _e2e_whole(
    tally: Tally,
    env: Mapping[str, str],
    begun: Beginning,
    mailbox: Mailbox,
    *,
    chosen: Sequence[str],
) -> None:
    """Some journeys, at the product as people start it."""
    with (
        running_product(_mailing(mailbox), begun) as product,
        running_backstage(mailbox, product.command) as backstage,
    ):
        _play(tally, env, product, backstage, *chosen)
    count(tally, "e2e: the product stops cleanly", product.status or 0)


def _e2e_in_parts(
    tally: Tally, env: Mapping[str, str], begun: Beginning, mailbox: Mailbox
) -> None:
    """The journeys that stop the sign-in, which is a process of its own for them."""
    with (
        running_product(_mailing(mailbox), begun, in_parts=True) as product,
        running_backstage(mailbox, product.command, product.sign_in) as backstage,
    ):
        _play(tally, env, product, backstage, f"--grep={_STOPPING}")
    count(tally, "e2e: the product's parts stop cleanly", product.status or 0)


def _e2e_at_keycloak(
    tally: Tally, env: Mapping[str, str], begun: Beginning, mailbox: Mailbox
) -> None:
    """Whatever has to do with people once more, with a real Keycloak as provider."""
    # Its people are made there and nowhere else.
    del begun
    try:
        with (
            running_keycloak() as server,
            running_product(_settings_of(server) | _mailing(mailbox)) as product,
            running_backstage(mailbox, product.command, server) as backstage,
        ):
            add_people(server, HOME, product.password, _PEOPLE)
            # The administrator made with this one has a password to choose first.
            others = [one for one in _PEOPLE if one.username != "admin"]
            add_people(server, TENANT, product.password, others)
            at_keycloak = {**env, "GIROSCOPE_E2E_IDENTITY": "keycloak"}
            _play(tally, at_keycloak, product, backstage, f"--grep={_OF_PEOPLE}")
    except KeycloakUnavailable as reason:
        tally.skip(f"e2e: Keycloak: {reason}")
        return
    count(tally, "e2e: the product stops cleanly beside Keycloak", product.status or 0)


def _settings_of(server: Keycloak) -> dict[str, str]:
    return {
        IDENTITY: server.url,
        "GIROSCOPE_IDENTITY_ADMIN_USER": server.username,
        "GIROSCOPE_IDENTITY_ADMIN_PASSWORD": server.password,
    }


def _mailing(mailbox: Mailbox) -> dict[str, str]:
    return {
        "GIROSCOPE_SMTP_HOST": "127.0.0.1",
        "GIROSCOPE_SMTP_PORT": str(mailbox.port),
        "GIROSCOPE_SMTP_SECURITY": "none",
        "GIROSCOPE_SMTP_SENDER": "giroscope@example.com",
    }


def _play(
    tally: Tally,
    env: Mapping[str, str],
    product: Product,
    backstage: str,
    *chosen: str,
) -> None:
    with report() as written:
        pictures = FRONTEND / "test-results" / re.sub(r"\W+", "-", chosen[-1])
        status = run(
            ["npm", "run", "--silent", "e2e", "--", "--reporter=list,junit",
             f"--output={pictures}", *chosen],
            FRONTEND,
            {
                **env,
                "GIROSCOPE_E2E_BACKSTAGE_URL": backstage,
                "GIROSCOPE_E2E_BANK_URL": product.bank_url,
                "GIROSCOPE_E2E_ERP_URL": product.erp_url,
                "GIROSCOPE_E2E_URL": product.url,
                "GIROSCOPE_E2E_TENANT_URL": product.tenant_url,
                "GIROSCOPE_E2E_IDENTITY_URL": product.identity_url,
                "GIROSCOPE_E2E_PASSWORD": product.password,
                "GIROSCOPE_E2E_STRANGER_PASSWORD": product.stranger_password,
                "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(written),
                "PLAYWRIGHT_JUNIT_OUTPUT_NAME": str(written),
            },
        )  # fmt: skip
        tally.add_report(written, "e2e", status)
