"""`giroscope user`: a realm's people, for the operator at a shell.

Does what the screen of users does, by the same actions: with the same guards, and
written into the same trail. It works beside the running product.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

from giroscope.cli import BAD_INPUT, FAILED, OK, complain
from giroscope.cli.output import (
    columns,
    ensure_meant,
    print_json,
    print_lines,
    whole_file,
)
from giroscope.features.erp.exchange.actors import has_part_in_waiting
from giroscope.features.users import (
    change_person,
    grant,
    invite,
    shell,
    sign_in_methods,
)
from giroscope.features.users.as_json import Told
from giroscope.features.users.directory import People, Rhythm
from giroscope.features.users.invite import Invitation, InvitationOutcome, Invited
from giroscope.features.users.personal_data import erase, export
from giroscope.features.users.policy import ASSIGNABLE
from giroscope.features.users.queries import Wanted
from giroscope.features.users.tables import UserState
from giroscope.kernel.access import Actor, shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.identity import IdentityDoesNotAnswer, PeopleDirectory
from giroscope.kernel.secrets import load_master_key
from giroscope.serve import ensure_open
from giroscope.settings import Settings
from localization import DEFAULT, LANGUAGES

_OF_NOBODY_YET = frozenset({"list", "create"})
"""Verbs that name nobody who is there."""
_PREFIX = "giroscope-"
_ROLES = ", ".join(role.removeprefix(_PREFIX) for role in ASSIGNABLE)
# A realm of ten thousand takes seconds to be read; nobody watches a screen for it.
_UNHURRIED = Rhythm(patience=300)


class Desk(NamedTuple):
    """Whose people, who works, and what was said."""

    people: People
    actor: Actor
    arguments: argparse.Namespace

    async def person_id(self, *, with_gone: bool = False) -> str:
        """Whom the command names; perhaps somebody the provider knows no more."""
        return await shell.named(
            self.people, self.actor.realm, self.arguments.who, with_gone=with_gone
        )


class Verb(NamedTuple):
    """One thing to do."""

    summary: str
    do: Callable[[Desk], Awaitable[int]]
    arguments: Callable[[argparse.ArgumentParser], object] | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The verbs, each with its own arguments."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, verb in VERBS.items():
        made = verbs.add_parser(name, help=verb.summary, description=verb.summary)
        if name not in _OF_NOBODY_YET:
            made.add_argument("who", help="user name, mail address or id")
        if verb.arguments is not None:
            verb.arguments(made)
        made.add_argument("--realm", required=True, help="whose people")
        made.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what the verb says."""
    return asyncio.run(_run(arguments, settings))


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    database = Database(settings)
    try:
        ensure_open(database, arguments.realm)
        with _naming_who_is_silent(settings):
            async with _people(settings, database) as people:
                await people.refresh(arguments.realm)
                desk = Desk(people, shell_actor(arguments.realm), arguments)
                return await VERBS[arguments.verb].do(desk)
    finally:
        await database.close()


@asynccontextmanager
async def _people(settings: Settings, database: Database) -> AsyncIterator[People]:
    identity = PeopleDirectory(settings, database, load_master_key(settings))
    people = People(
        settings, database, identity, system_clock, _UNHURRIED,
        has_part=has_part_in_waiting,
    )  # fmt: skip
    try:
        yield people
    finally:
        await people.close()
        await identity.close()


@contextmanager
def _naming_who_is_silent(settings: Settings) -> Iterator[None]:
    """Say which provider does not answer, and how it comes to answer."""
    try:
        yield
    except IdentityDoesNotAnswer as error:
        address = settings.sign_in_url
        raise IdentityDoesNotAnswer(
            f"The embedded sign-in does not answer at {address}. It must be running:"
            " start Giroscope, or `giroscope serve --only sign-in`"
            if settings.is_embedded_identity
            else f"Keycloak does not answer at {address}; nothing was changed"
        ) from error


async def _list(desk: Desk) -> int:
    said = desk.arguments
    states = [said.state.upper()] if said.state else None
    wanted = Wanted(search=said.search or "", states=states)
    found = await shell.everybody(desk.people, desk.actor, wanted)
    if said.json:
        print_json(found)
        return OK
    rows = [
        (one["username"], one["name"], one["state"].lower(), _roles_of(one))
        for one in found
    ]
    print_lines(columns(rows) or ["Nobody"])
    return OK


async def _show(desk: Desk) -> int:
    one = await shell.described(desk.people, desk.actor, await desk.person_id())
    if desk.arguments.json:
        print_json(one)
        return OK
    waiting = ", ".join(map(_short, one["requestedRoles"]))
    rows = [
        ("Id", one["id"]),
        ("User name", one["username"]),
        ("Name", one["name"]),
        ("Mail", one["email"]),
        ("State", one["state"].lower()),
        ("Roles", _roles_of(one) or "none"),
        ("Waiting for a second person", waiting or "nothing"),
        ("Second factor", "yes" if one["secondFactor"] else "no"),
        ("Last sign-in", one["lastSignIn"] or "never"),
    ]
    print_lines(columns(rows))
    return OK


async def _create(desk: Desk) -> int:
    said = desk.arguments
    wanted = Invited(
        email=said.email,
        given_name=said.given_name,
        family_name=said.family_name,
        roles=tuple(map(_role, said.role)),
        language=said.language,
        username=said.username,
    )
    (done,) = await invite.invite(desk.people, desk.actor, [wanted])
    password = None
    has_failed = done.outcome is InvitationOutcome.MAIL_FAILED
    if has_failed and done.person_id and said.temporary_password:
        password = await invite.temporary_password(
            desk.people, desk.actor, done.person_id
        )
    if said.json:
        print_json(
            {
                "id": done.person_id,
                "email": done.email,
                "outcome": done.outcome.value,
                "requestedRoles": list(done.requested),
                "problem": done.message,
                "password": password,
            }
        )
    else:
        print_lines(_created(done, password))
    return _ending(done, password)


def _created(done: Invitation, password: str | None) -> list[str]:
    if done.person_id is None:
        return []
    lines = [f"{done.email} is made, with the id {done.person_id}"]
    lines += [f"{_short(one)} waits for an account manager" for one in done.requested]
    if password is not None:
        lines.append(f"Password: {password} (shown this once; to be changed at once)")
    return lines


def _ending(done: Invitation, password: str | None) -> int:
    """How the command ends; what went wrong is said."""
    if done.outcome is InvitationOutcome.INVITED or password is not None:
        return OK
    complain(done.message or done.outcome.value)
    return BAD_INPUT if done.outcome is InvitationOutcome.BAD_MAIL else FAILED


async def _roles(desk: Desk) -> int:
    said = desk.arguments
    if not said.give and not said.take:
        raise InvalidInput("Say which roles to --give or to --take")
    person_id = await desk.person_id()
    done = await grant.change_roles(
        desk.people,
        desk.actor,
        person_id,
        give=set(map(_role, said.give)),
        take=set(map(_role, said.take)),
        without_second_person=said.without_second_person,
    )
    lines = [f"{_short(one)} is given" for one in done.given]
    lines += [f"{_short(one)} is taken" for one in done.taken]
    lines += [f"{_short(one)} waits for an account manager" for one in done.requested]
    return await _told(desk, person_id, *(lines or ["There was nothing to change"]))


async def _disable(desk: Desk) -> int:
    person_id = await desk.person_id()
    await change_person.disable(desk.people, desk.actor, person_id)
    return await _told(desk, person_id, "Disabled, and signed out everywhere")


async def _enable(desk: Desk) -> int:
    person_id = await desk.person_id()
    await change_person.enable(desk.people, desk.actor, person_id)
    return await _told(desk, person_id, "Enabled, with the roles of before")


async def _unlock(desk: Desk) -> int:
    person_id = await desk.person_id()
    await change_person.unlock(desk.people, desk.actor, person_id)
    return await _told(desk, person_id, "Unlocked; wrong passwords are forgotten")


async def _sign_out(desk: Desk) -> int:
    person_id = await desk.person_id()
    await sign_in_methods.sign_out(desk.people, desk.actor, person_id)
    return await _told(desk, person_id, "Signed out everywhere")


async def _reset(desk: Desk) -> int:
    said, person_id = desk.arguments, await desk.person_id()
    if said.what == "second-factor":
        await sign_in_methods.reset_second_factor(desk.people, desk.actor, person_id)
        line = "Every second factor is taken away; signed out everywhere"
        return await _told(desk, person_id, line)
    if said.what == "password-by-mail":
        steps = ["UPDATE_PASSWORD"]
        await sign_in_methods.ask_by_mail(desk.people, desk.actor, person_id, steps)
        return await _told(desk, person_id, "A link to a new password is mailed")
    password = await shell.temporary_password(
        desk.people,
        desk.actor,
        person_id,
        without_second_person=said.without_second_person,
    )
    line = f"Password: {password} (shown this once; to be changed at once)"
    return await _told(desk, person_id, line, password=password)


async def _export(desk: Desk) -> int:
    said = desk.arguments
    person_id = await desk.person_id(with_gone=True)
    with whole_file(said.output) as file:
        await export.export(desk.people, desk.actor, person_id, file, said.language)
    if said.json:
        print_json({"id": person_id, "file": str(said.output)})
    else:
        print_lines([f"{said.output}: what is kept of {said.who}"])
    return OK


async def _erase(desk: Desk) -> int:
    said = desk.arguments
    person_id = await desk.person_id(with_gone=True)
    if not said.preview and not said.yes:
        ensure_meant(
            said.who,
            f"This erases {said.who}. It cannot be undone.\n"
            "Type the same again to go on: ",
            "Erasing cannot be undone: say --yes to do it",
        )
    do = erase.preview if said.preview else erase.erase
    found = await do(desk.people, desk.actor, person_id)
    if said.json:
        told = export.as_json(found, DEFAULT)
        print_json({"id": person_id, "erased": not said.preview, **told})
        return OK
    rows = [
        (one.table, str(one.rows), export.said(f"outcome_{one.outcome}", DEFAULT))
        for one in found
    ]
    ending = "Nothing was changed" if said.preview else f"{said.who} is erased"
    print_lines([*columns(rows), ending])
    return OK


async def _told(desk: Desk, person_id: str, *lines: str, **more: str) -> int:
    """Say what was done; as JSON, how the person stands now."""
    if desk.arguments.json:
        now = await shell.described(desk.people, desk.actor, person_id)
        print_json({**now, **more})
    else:
        print_lines(lines)
    return OK


def _roles_of(one: Told) -> str:
    return ", ".join(_short(held["role"]) for held in one["roles"])


def _short(role: str) -> str:
    return role.removeprefix(_PREFIX)


def _role(said: str) -> str:
    """The role's whole name; people may leave its beginning out."""
    return said if said.startswith(_PREFIX) else f"{_PREFIX}{said}"


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--search", metavar="TEXT", help="in names and addresses")
    parser.add_argument("--state", choices=[state.lower() for state in UserState])


def _create_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("email", help="mail address, and the user name where none is")
    parser.add_argument("--given-name", required=True)
    parser.add_argument("--family-name", required=True)
    parser.add_argument("--username")
    parser.add_argument("--language", choices=("en", "da"), help="of mails and pages")
    parser.add_argument("--role", action="append", default=[], help=_ROLES)
    parser.add_argument(
        "--temporary-password",
        action="store_true",
        help="where the invitation cannot be mailed, print a first password",
    )


def _roles_arguments(parser: argparse.ArgumentParser) -> None:
    for name in ("--give", "--take"):
        parser.add_argument(
            name, action="append", default=[], metavar="ROLE", help=_ROLES
        )
    _alone_argument(parser, "give payment-approver at once; the trail says so")


def _reset_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", choices=("second-factor", "password-by-mail", "temporary-password")
    )
    _alone_argument(parser, "an approver's password as well; the trail says so")


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--output", required=True, type=Path, metavar="FILE", help="a ZIP file to write"
    )
    parser.add_argument("--language", choices=sorted(LANGUAGES), default=DEFAULT)


def _erase_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--preview", action="store_true", help="tell what would become of what, only"
    )
    parser.add_argument(
        "--yes", action="store_true", help="do it without asking for the name again"
    )


def _alone_argument(parser: argparse.ArgumentParser, summary: str) -> None:
    parser.add_argument("--without-second-person", action="store_true", help=summary)


VERBS = {
    "list": Verb("everybody, with state and roles", _list, _list_arguments),
    "show": Verb("one person", _show),
    "create": Verb("make somebody, and mail them", _create, _create_arguments),
    "disable": Verb("let somebody sign in no more", _disable),
    "enable": Verb("let somebody sign in again", _enable),
    "unlock": Verb("let somebody try again after wrong passwords", _unlock),
    "roles": Verb("give and take roles", _roles, _roles_arguments),
    "sign-out": Verb("end all sessions of somebody", _sign_out),
    "reset": Verb("a lost phone or password", _reset, _reset_arguments),
    "export": Verb(
        "the personal data of somebody, as a file", _export, _export_arguments
    ),
    "erase": Verb(
        "erase somebody who is disabled, but for what the law keeps",
        _erase,
        _erase_arguments,
    ),
}
