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

# Journeys by their tags: what the console's own pages look like is the same at every
# provider, so only journeys about the provider itself are played at Keycloak too.
_AT_KEYCLOAK = "@at-keycloak"
_ONLY_FULL = "@full"
# Whatever talks to a simulated bank or ERP, or lets the product's clock run ahead,
# shares a product with as much of the rest as leaves both the same work; the other
# one's parts are processes of their own, since a journey stops the sign-in.
_BESIDE_SIMULATORS = (
    "banks", "billing", "demo", "erp", "erp-window", "journal", "journeys", "lists",
    "money", "palette", "payment-methods", "payments-approved", "recall", "rules",
    "supplier-invoice", "validation",
)  # fmt: skip
_SIMULATED = rf"/({'|'.join(_BESIDE_SIMULATORS)})\.spec\.ts"
_OTHERS = rf"/(?!({'|'.join(_BESIDE_SIMULATORS)})\.)[\w-]+\.spec\.ts"

# The embedded sign-in makes the same people by itself.
_PEOPLE = (
    Person(
        "admin",
        "Agnes",
        "Admin",
        (
            "giroscope-account-management",
            "giroscope-auditor",
            "giroscope-billing",
            "giroscope-debug",
            "giroscope-logs",
            "giroscope-payment-approver",
            "giroscope-upload",
        ),
    ),
    Person("operator", "Oskar", "Operator", ("giroscope-upload",)),
    Person("approver", "Astrid", "Approver", ("giroscope-payment-approver",)),
    Person("manager", "Mona", "Manager", ("giroscope-account-management",)),
    Person("viewer", "Viggo", "Viewer"),
)


def journeys(
    tally: Tally, env: Mapping[str, str], at_once: int, *, full: bool = False
) -> None:
    """The product as people start it, in a real browser; several side by side.

    What is slow and rarely broken runs where all is asked for.
    """
    browser = find_headless()
    if browser is None:
        tally.skip("e2e: Chromium is neither installed nor could be")
        return
    env = {**env, "CHROMIUM": browser}
    setting_up.console(env)
    chosen = [] if full else [f"--grep-invert={_ONLY_FULL}"]
    stages = [
        partial(_e2e_at_keycloak, chosen=(f"--grep={_AT_KEYCLOAK}", *chosen)),
        partial(_e2e_in_parts, chosen=(_OTHERS, *chosen)),
        partial(_e2e_whole, chosen=(_SIMULATED, *chosen)),
    ]
    # A Keycloak that starts or stops leaves the machine to the others.
    with beginning() as begun, ThreadPoolExecutor(at_once + 1) as lanes:
        staged = partial(_staged, env, begun)
        for counted in lanes.map(staged, stages):
            tally.add(counted)


def play_some(tally: Tally, env: Mapping[str, str], chosen: Sequence[str]) -> None:
    """Journeys that somebody chose, but those that stop the sign-in.

    Raises:
        CannotSetUp: There is no browser, or the product does not come up.
    """
    browser = find_headless()
    if browser is None:
        raise setting_up.CannotSetUp("Chromium is neither installed nor could be")
    setting_up.console(dict(env))
    with beginning() as begun:
        stage = partial(_e2e_whole, chosen=chosen)
        tally.add(_staged({**env, "CHROMIUM": browser}, begun, stage))


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
        running_backstage(mailbox, product.command, product.pass_time) as backstage,
    ):
        _play(tally, env, product, backstage, *chosen)
    count(tally, "e2e: the product stops cleanly", product.status or 0)


def _e2e_in_parts(
    tally: Tally,
    env: Mapping[str, str],
    begun: Beginning,
    mailbox: Mailbox,
    *,
    chosen: Sequence[str],
) -> None:
    """Some journeys, among them those that stop the sign-in, a process of its own."""
    with (
        running_product(
            _mailing(mailbox), begun, in_parts=True, peopled=Product.make_stranger
        ) as product,
        running_backstage(
            mailbox, product.command, product.pass_time, product.sign_in
        ) as backstage,
    ):
        _play(tally, env, product, backstage, *chosen)
    count(tally, "e2e: the product's parts stop cleanly", product.status or 0)


def _e2e_at_keycloak(
    tally: Tally,
    env: Mapping[str, str],
    begun: Beginning,
    mailbox: Mailbox,
    *,
    chosen: Sequence[str],
) -> None:
    """What has to do with the provider, with a real Keycloak."""
    # Its people are made there and nowhere else.
    del begun
    try:
        with (
            running_keycloak() as server,
            running_product(
                _settings_of(server) | _mailing(mailbox),
                peopled=partial(_people_at, server),
            ) as product,
            running_backstage(
                mailbox, product.command, product.pass_time, server
            ) as backstage,
        ):
            at_keycloak = {**env, "GIROSCOPE_E2E_IDENTITY": "keycloak"}
            _play(tally, at_keycloak, product, backstage, *chosen)
    except KeycloakUnavailable as reason:
        tally.skip(f"e2e: Keycloak: {reason}")
        return
    count(tally, "e2e: the product stops cleanly beside Keycloak", product.status or 0)


def _people_at(server: Keycloak, product: Product) -> None:
    product.make_stranger()
    add_people(server, HOME, product.password, _PEOPLE)
    # The administrator made with this one has a password to choose first.
    others = [one for one in _PEOPLE if one.username != "admin"]
    add_people(server, TENANT, product.password, others)


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
        pictures = FRONTEND / "test-results" / re.sub(r"\W+", "-", chosen[0])[-40:]
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
