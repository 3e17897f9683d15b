"""The e2e layer: the product as people start it, in a real browser, and journeys.

Each product has data, mails and a browser of its own; several run side by side.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import setting_up
from backstage import running_backstage
from chromium import find_chromium, find_headless
from keycloak import (
    Keycloak,
    KeycloakUnavailable,
    Person,
    add_people,
    remove_realm,
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
# A run plays what is in no share, and one share of the rest: `@share-1` to `@share-3`.
_SHARES = 3
_FAMILY = setting_up.ROOT / "scripts" / "whole_family.py"
# Words to Playwright that need a browser with windows.
_SEEN = frozenset({"--headed", "--debug", "--ui"})
# Journeys that a product plays one after the other, so that all products are done at
# about the same time: mostly they wait, and several wait beside each other. Those of a
# bank share its connection. What is named nowhere may stop the sign-in.
_SCREENS = ("access", "accessibility", "debug", "shell")
_BESIDE_SIMULATORS = (
    ("banks", "ledger", "money", "recall", "users"),
    ("erp", "erp-window", "journeys", "payment-methods", "payments-approved",
     "supplier-invoice"),
    ("billing", "dashboard", "demo", "journal", "lists", "live", "messages", "months",
     "palette", "reconciliation", "rules", "validation"),
)  # fmt: skip
_NAMED = "|".join(name for names in (_SCREENS, *_BESIDE_SIMULATORS) for name in names)
_OTHERS = rf"/(?!({_NAMED})\.)[\w-]+\.spec\.ts"

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
    tally: Tally,
    env: Mapping[str, str],
    keycloak: Callable[[], Keycloak],
    *,
    seed: int | None,
) -> None:
    """The product as people start it, in a real browser; several side by side.

    The share of a seed is played, of three that follow each other each journey once;
    without a seed all are, and what is slow and rarely broken too. At Keycloak it is
    another share: what is played at both providers is played at one of them. Nobody
    else uses the Keycloak meanwhile, which journeys stop and start.
    """
    browser = find_headless()
    if browser is None:
        tally.skip("e2e: Chromium is neither installed nor could be")
        return
    env = {**env, "CHROMIUM": browser}
    setting_up.console(env)
    chosen, chosen_at_keycloak = (
        _left_out(seed),
        _left_out(None if seed is None else seed + 1),
    )
    at_keycloak = (f"--grep={_AT_KEYCLOAK}", *chosen_at_keycloak)
    stages = [
        partial(_e2e_at_keycloak, keycloak, chosen=at_keycloak),
        partial(_e2e_in_parts, chosen=(_OTHERS, *chosen)),
        partial(_e2e_in_parts, chosen=(_files_of(_SCREENS), *chosen)),
        *(
            partial(_e2e_whole, chosen=(_files_of(names), *chosen))
            for names in _BESIDE_SIMULATORS
        ),
    ]
    # More of them than that only wait for each other's browsers.
    lanes_at_once = min(len(stages), 2 * (os.cpu_count() or 1))
    with beginning() as begun, ThreadPoolExecutor(lanes_at_once) as lanes:
        staged = partial(_staged, env, begun)
        for counted in lanes.map(staged, stages):
            tally.add(counted)


def _left_out(seed: int | None) -> tuple[str, ...]:
    """Words to Playwright that leave out what is in other shares, and only for all."""
    if seed is None:
        return ()
    others = [f"@share-{n + 1}" for n in range(_SHARES) if n != seed % _SHARES]
    return (f"--grep-invert={'|'.join((_ONLY_FULL, *others))}",)


def _files_of(names: Sequence[str]) -> str:
    return rf"/({'|'.join(names)})\.spec\.ts"


def play_some(tally: Tally, env: Mapping[str, str], chosen: Sequence[str]) -> None:
    """Journeys that somebody chose, but those that stop the sign-in.

    Raises:
        CannotSetUp: There is no browser, or the product does not come up.
    """
    is_seen = not _SEEN.isdisjoint(chosen)
    browser = find_chromium() if is_seen else find_headless()
    if browser is None:
        raise setting_up.CannotSetUp("Chromium is neither installed nor could be")
    setting_up.console(dict(env))
    with beginning() as begun:
        stage = partial(_e2e_whole, chosen=chosen)
        tally.add(_staged({**env, "CHROMIUM": browser}, begun, stage))


def _staged(
    env: Mapping[str, str], begun: Beginning, stage: Callable[..., None]
) -> Tally:
    """Journeys at a product and with mails of their own.

    Where it does not come up, the others go on.
    """
    tally = Tally()
    try:
        with running_mailbox() as mailbox:
            stage(tally, env, begun, mailbox)
    except setting_up.CannotSetUp as error:
        setting_up.say(str(error))
        tally.fail("e2e: a product could not be set up")
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
    """Some journeys, at processes of which the sign-in can be stopped.

    Without the simulated bank and ERP, which take as long to start as all the rest.
    """
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
    keycloak: Callable[[], Keycloak],
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
        server = keycloak()
    except KeycloakUnavailable as reason:
        tally.skip(f"e2e: Keycloak: {reason}")
        return
    for realm in (HOME, TENANT):
        # Others may have made it before.
        remove_realm(server, realm)
    with (
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
        words = re.findall(r"\w+", chosen[0])
        pictures = FRONTEND / "test-results" / "-".join(words)[:40]
        status = run(
            [setting_up.PYTHON, _FAMILY, "npm", "run", "--silent", "e2e", "--",
             "--reporter=list,junit", f"--output={pictures}", *chosen],
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
