"""Who decides what about rules: alone or by two, as it was seen, one after another."""

from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import sleep
from typing import Any

import pytest
from sqlalchemy import select, text, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.rules import (
    Subject,
    activate,
    errors,
    label_actions,
    order,
    run_requests,
    transfer_file,
)
from giroscope.features.rules import (
    draft as drafts,
)
from giroscope.features.rules.draft import Wish
from giroscope.features.rules.order import Target
from giroscope.features.rules.parse import body_of
from giroscope.features.rules.tables import Rule, RuleRun, RuleState, RuleVersion
from giroscope.kernel.access import GRANTS, Actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import Conflict, Forbidden, NotFound
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from tests.rules.rule_factory import (
    DAN,
    DIA,
    FEES,
    NOW,
    REALM,
    RuleDesk,
    asks,
    body,
    somebody,
)
from tests.statements.statement_factory import Line, Part, Sheet, camt

ON_SQLITE = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
ON_POSTGRES = pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
POSTS = FEES
TELLS = body(
    asks("TEXT", "CONTAINS", "gebyr"), actions=[{"kind": "NOTIFY", "role": "DEBUG"}]
)
Act = Callable[[WriteSession], Awaitable[Any]]
ACTIVE, SHADOW, ARCHIVED = RuleState.ACTIVE, RuleState.SHADOW, RuleState.ARCHIVED


@pytest.fixture
def rule_desk(database: Database) -> RuleDesk:
    """A realm without rules."""
    return RuleDesk(database)


async def _draft(desk: RuleDesk, rule_id: int, says: dict[str, Any]) -> None:
    """Begin a draft beside the version that is in force."""
    revision = (await desk.rule(rule_id)).revision
    async with desk.database.writing(REALM) as session:
        await drafts.save(session, DIA, rule_id, Wish("New", says), revision, NOW)


async def _version(desk: RuleDesk, rule_id: int) -> RuleVersion:
    async with desk.database.reading(REALM) as session:
        rule = await session.get_one(Rule, rule_id)
        return await session.get_one(RuleVersion, rule.version_id)


@ON_SQLITE
@pytest.mark.parametrize(
    ("was", "state", "draft", "into", "takes_two"),
    [
        (POSTS, None, None, ACTIVE, True),
        (TELLS, None, None, ACTIVE, False),
        (POSTS, None, None, SHADOW, False),
        (POSTS, SHADOW, None, ACTIVE, True),
        (POSTS, SHADOW, None, ARCHIVED, False),
        (POSTS, SHADOW, TELLS, ACTIVE, False),
        (TELLS, SHADOW, POSTS, ACTIVE, True),
        (TELLS, SHADOW, POSTS, SHADOW, False),
        (POSTS, ACTIVE, None, ARCHIVED, True),
        (POSTS, ACTIVE, None, SHADOW, True),
        (POSTS, ACTIVE, TELLS, ACTIVE, True),
        (TELLS, ACTIVE, POSTS, ACTIVE, True),
        (TELLS, ACTIVE, POSTS, SHADOW, False),
        (TELLS, ACTIVE, None, ARCHIVED, False),
        (TELLS, ARCHIVED, POSTS, ACTIVE, True),
        (POSTS, ARCHIVED, None, ACTIVE, True),
        (POSTS, ARCHIVED, None, SHADOW, False),
    ],
)
async def test_what_decides_about_money_begins_changes_and_ends_by_two(
    rule_desk: RuleDesk,
    was: dict[str, Any],
    state: RuleState | None,
    draft: dict[str, Any] | None,
    into: RuleState,
    takes_two: bool,
) -> None:
    made = await rule_desk.draft("Fees", was)
    for step in {ARCHIVED: (SHADOW, ARCHIVED), None: ()}.get(state, (state,)):
        assert step is not None
        if (await rule_desk.put(made, step)).asked_state is not None:
            await rule_desk.confirm(made)
    if draft is not None:
        await _draft(rule_desk, made, draft)
    before = await rule_desk.rule(made)
    after = await rule_desk.put(made, into)
    assert (after.asked_state is not None) is takes_two
    if takes_two:
        assert (after.state, after.asked_by) == (before.state, "dia")
        after = await rule_desk.confirm(made)
    assert (after.state, after.asked_state, after.asked_by) == (into.value, None, None)
    version = await _version(rule_desk, made)
    is_new = draft is not None and into is not ARCHIVED
    assert version.number == (2 if is_new and state is not None else 1)
    assert version.body == body_of(
        Subject.TRANSACTION, draft if is_new and draft else was
    ).as_data()  # fmt: skip


@ON_SQLITE
@pytest.mark.parametrize(
    ("state", "draft", "into"),
    [
        (ACTIVE, None, ACTIVE),
        (SHADOW, None, SHADOW),
        (ARCHIVED, None, ARCHIVED),
        (ARCHIVED, POSTS, ARCHIVED),
        (ACTIVE, None, RuleState.DRAFT),
        (None, None, ARCHIVED),
        (None, None, RuleState.DRAFT),
    ],
)
async def test_a_rule_does_not_come_where_it_stands_or_cannot(
    rule_desk: RuleDesk,
    state: RuleState | None,
    draft: dict[str, Any] | None,
    into: RuleState,
) -> None:
    made = await rule_desk.draft("Fees", TELLS)
    for step in {ARCHIVED: (SHADOW, ARCHIVED), None: ()}.get(state, (state,)):
        assert step is not None
        await rule_desk.put(made, step)
    if draft is not None:
        await _draft(rule_desk, made, draft)
    with pytest.raises(errors.RuleNotPossible):
        await rule_desk.put(made, into)


@ON_SQLITE
async def test_what_waits_is_decided_as_it_was_seen_and_once(
    rule_desk: RuleDesk,
) -> None:
    made = await rule_desk.draft("Fees", POSTS)
    with pytest.raises(errors.NothingWaits):
        await rule_desk.confirm(made)
    asked = await rule_desk.put(made, ACTIVE)
    assert (asked.asked_state, asked.asked_by_name) == ("ACTIVE", "Dia")
    database, revision = rule_desk.database, asked.revision
    for stale in (revision - 1, revision + 1):
        for act in (activate.confirm, activate.decline):
            async with database.writing(REALM) as session:
                with pytest.raises(errors.RuleChangedMeanwhile):
                    await act(session, DAN, made, stale, NOW)
    async with database.writing(REALM) as session:
        await activate.decline(session, DAN, made, revision, NOW)
    rule = await rule_desk.rule(made)
    assert (rule.state, rule.asked_state, rule.asked_by_name, rule.asked) == (
        "DRAFT", None, None, None,
    )  # fmt: skip
    with pytest.raises(errors.NothingWaits):
        await rule_desk.confirm(made)
    async with database.reading(REALM) as session:
        asked_for = select(AuditEvent.verb).order_by(AuditEvent.id.desc()).limit(1)
        assert await session.scalar(asked_for) == "rules.reject"
    await rule_desk.put(made, ACTIVE)
    await rule_desk.confirm(made)
    version = await _version(rule_desk, made)
    assert (version.number, version.confirmed_by_name, version.began) == (1, "Dan", NOW)


@ON_SQLITE
async def test_what_is_done_at_once_was_confirmed_by_nobody(
    rule_desk: RuleDesk,
) -> None:
    made = await rule_desk.active("Look", TELLS)
    assert (await _version(rule_desk, made)).confirmed_by_name is None


@ON_SQLITE
async def test_while_a_change_waits_nobody_makes_another(rule_desk: RuleDesk) -> None:
    made = await rule_desk.active("Fees", POSTS)
    await _draft(rule_desk, made, TELLS)
    revision = (await rule_desk.put(made, ACTIVE)).revision
    waiting = await rule_desk.rule(made)
    assert waiting.asked_state == "ACTIVE"
    acts: list[Act] = [
        lambda s: drafts.save(s, DIA, made, Wish("X", POSTS), revision, NOW),
        lambda s: drafts.discard(s, DIA, made, revision, NOW),
        lambda s: drafts.restore(s, DIA, made, 1, revision, NOW),
        lambda s: activate.ask(s, DIA, made, ARCHIVED, revision, NOW),
    ]
    for act in acts:
        async with rule_desk.database.writing(REALM) as session:
            with pytest.raises(errors.RuleWaits):
                await act(session)


@ON_SQLITE
async def test_a_rule_that_is_seen_by_nobody_else_is_not_overwritten(
    rule_desk: RuleDesk,
) -> None:
    made = await rule_desk.active("Fees", POSTS)
    revision = (await rule_desk.rule(made)).revision
    await _draft(rule_desk, made, TELLS)
    acts: list[Act] = [
        lambda s: drafts.save(s, DAN, made, Wish("X", POSTS), revision, NOW),
        lambda s: drafts.discard(s, DAN, made, revision, NOW),
        lambda s: drafts.restore(s, DAN, made, 1, revision, NOW),
        lambda s: activate.ask(s, DAN, made, ARCHIVED, revision, NOW),
    ]
    for act in acts:
        async with rule_desk.database.writing(REALM) as session:
            with pytest.raises(errors.RuleChangedMeanwhile):
                await act(session)
    # To save the same again is no change.
    now = (await rule_desk.rule(made)).revision
    assert now == revision + 1
    await _draft(rule_desk, made, TELLS)
    assert (await rule_desk.rule(made)).revision == now


@ON_SQLITE
@pytest.mark.parametrize(("length", "fits"), [(500, True), (501, False)])
async def test_a_note_has_its_length(
    rule_desk: RuleDesk, length: int, fits: bool
) -> None:
    async with rule_desk.database.writing(REALM) as session:
        wish = Wish("Fees", FEES, "x" * length)
        making = drafts.create(session, DIA, Subject.TRANSACTION, wish, NOW)
        if fits:
            assert (await making).id
            return
        with pytest.raises(errors.BadRule):
            await making


@ON_SQLITE
async def test_a_draft_is_in_the_way_of_a_version_that_comes_back(
    rule_desk: RuleDesk,
) -> None:
    made = await rule_desk.active("Fees", POSTS)
    revision = (await rule_desk.rule(made)).revision
    async with rule_desk.database.writing(REALM) as session:
        with pytest.raises(NotFound):
            await drafts.restore(session, DIA, made, 2, revision, NOW)
        with pytest.raises(errors.NoRuleDraft):
            await drafts.discard(session, DIA, made, revision, NOW)
    await _draft(rule_desk, made, TELLS)
    async with rule_desk.database.writing(REALM) as session:
        with pytest.raises(errors.RuleDraftInTheWay):
            await drafts.restore(session, DIA, made, 1, revision + 1, NOW)
    async with rule_desk.database.writing(REALM) as session:
        await drafts.discard(session, DIA, made, revision + 1, NOW)
    assert (await rule_desk.rule(made)).state == "ACTIVE", "the rule itself stays"


@ON_SQLITE
async def test_a_rule_from_the_archive_comes_last(rule_desk: RuleDesk) -> None:
    first = await rule_desk.active("First", TELLS)
    await rule_desk.active("Second", TELLS)
    await rule_desk.put(first, ARCHIVED)
    assert (await rule_desk.rule(first)).rank == 1
    await rule_desk.put(first, ACTIVE)
    assert (await rule_desk.rule(first)).rank == 3


NOBODY = Actor("x", REALM, "x", "X", frozenset(GRANTS) - {"giroscope-debug"})
ACTS: dict[str, Act] = {
    "create": lambda s: drafts.create(
        s, NOBODY, Subject.TRANSACTION, Wish("X", FEES), NOW
    ),
    "save": lambda s: drafts.save(s, NOBODY, 1, Wish("X", FEES), 1, NOW),
    "discard": lambda s: drafts.discard(s, NOBODY, 1, 1, NOW),
    "restore": lambda s: drafts.restore(s, NOBODY, 1, 1, 1, NOW),
    "ask": lambda s: activate.ask(s, NOBODY, 1, ACTIVE, 1, NOW),
    "confirm": lambda s: activate.confirm(s, NOBODY, 1, 1, NOW),
    "decline": lambda s: activate.decline(s, NOBODY, 1, 1, NOW),
    "move": lambda s: order.move(s, NOBODY, 1, Target(), NOW),
    "take in": lambda s: transfer_file.take_in(s, NOBODY, "", NOW),
    "back-test": lambda s: run_requests.backtest(
        s, NOBODY, Subject.TRANSACTION, (None, None), NOW
    ),
    "preview": lambda s: run_requests.preview(s, NOBODY, 1, (None, None), NOW),
    "apply": lambda s: run_requests.apply(s, NOBODY, 1, NOW),
    "cancel": lambda s: run_requests.cancel(s, NOBODY, 1),
    "label": lambda s: label_actions.make(s, NOBODY, "x", NOW),
    "rename": lambda s: label_actions.rename(s, NOBODY, 1, "x", NOW),
    "unlabel": lambda s: label_actions.remove(s, NOBODY, 1, NOW),
}


@ON_SQLITE
async def test_without_the_role_nothing_is_done_to_rules(rule_desk: RuleDesk) -> None:
    async with rule_desk.database.writing(REALM) as session:
        for name, act in ACTS.items():
            with pytest.raises(Forbidden):
                await act(session)
            assert not session.new, name


@ON_SQLITE
async def test_of_a_run_the_last_day_is_not_before_the_first(
    rule_desk: RuleDesk,
) -> None:
    day = NOW.date()
    async with rule_desk.database.writing(REALM) as session:
        subject, days = Subject.TRANSACTION, (day, day.replace(day=19))
        with pytest.raises(errors.BadRange):
            await run_requests.backtest(session, DIA, subject, days, NOW)
        assert (
            await run_requests.backtest(session, DIA, subject, (day, day), NOW)
        ).run_id


@ON_SQLITE
async def test_only_a_preview_that_ended_is_applied_to_a_rule_that_is_the_same(
    rule_desk: RuleDesk,
) -> None:
    database = rule_desk.database
    made = await rule_desk.active("Look", TELLS)
    async with database.writing(REALM) as session:
        with pytest.raises(NotFound):
            await run_requests.apply(session, DIA, 99, NOW)
        seen = await run_requests.preview(session, DIA, made, (None, None), NOW)
        with pytest.raises(errors.PreviewNeeded):
            await run_requests.apply(session, DIA, seen.run_id, NOW)
    rule_desk.perform(seen)
    await _draft(rule_desk, made, POSTS)
    async with database.writing(REALM) as session:
        with pytest.raises(errors.PreviewNeeded):
            await run_requests.apply(session, DIA, seen.run_id, NOW)
    async with database.writing(REALM) as session:
        looked = await run_requests.backtest(
            session, DIA, Subject.TRANSACTION, (None, None), NOW
        )
        with pytest.raises(NotFound):
            await run_requests.apply(session, DIA, looked.run_id, NOW)
        await run_requests.cancel(session, DIA, looked.run_id)
        job = await session.get_one(Job, looked.job_id)
        assert (job.state, job.finished) == ("CANCELLED", NOW)
        with pytest.raises(Conflict):
            await run_requests.cancel(session, DIA, looked.run_id)
        with pytest.raises(NotFound):
            await run_requests.cancel(session, DIA, 99)
    await rule_desk.put(made, SHADOW)
    async with database.writing(REALM) as session:
        with pytest.raises(errors.RuleNotActive):
            await run_requests.preview(session, DIA, made, (None, None), NOW)


@ON_SQLITE
async def test_the_last_hundred_runs_are_kept(rule_desk: RuleDesk) -> None:
    async with rule_desk.database.writing(REALM) as session:
        for _ in range(101):
            begun = await run_requests.backtest(
                session, DIA, Subject.TRANSACTION, (None, None), NOW
            )
            await run_requests.cancel(session, DIA, begun.run_id)
            await session.flush()
        kept = list(await session.scalars(select(RuleRun.id).order_by(RuleRun.id)))
    assert (len(kept), kept[0], kept[-1]) == (100, 2, 101)


@ON_SQLITE
async def test_a_rule_that_was_taken_out_of_force_is_applied_no_more(
    rule_desk: RuleDesk, import_bytes: Callable[..., Any]
) -> None:
    line = Line("-25.00", parts=(Part(text="Gebyr for marts"),))
    import_bytes(camt(Sheet((line,))), "march.xml")
    made = await rule_desk.active("Look", TELLS)
    async with rule_desk.database.writing(REALM) as session:
        seen = await run_requests.preview(session, DIA, made, (None, None), NOW)
    assert rule_desk.perform(seen)["new"] == 1
    async with rule_desk.database.writing(REALM) as session:
        begun = await run_requests.apply(session, DIA, seen.run_id, NOW)
    await rule_desk.put(made, SHADOW)
    assert rule_desk.perform(begun)["new"] == 0


# Of SQLite's writers the second begins when the first is done.
def _await_waiting(database: Database, running: "Future[Any]") -> None:
    """Until it waits for a row that another has locked, or has ended."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while not running.done():
        with database.job_connection(REALM) as connection:
            if connection.execute(asked).scalar_one():
                return
        sleep(0.01)


@dataclass
class Race:
    """Two who act on the same rules at one moment."""

    settings: Settings
    database: Database
    in_own_loop: Callable[[Any], Any]

    async def second(self, first: Act, second: Act) -> Any:
        """What comes of the second, which begins before the first has committed."""

        async def act() -> Any:
            # A database of its own: connections belong to the loop that opened them.
            own = Database(self.settings)
            try:
                async with own.writing(REALM) as session:
                    return await second(session)
            finally:
                await own.close()

        with ThreadPoolExecutor(1) as thread:
            async with self.database.writing(REALM) as session:
                await first(session)
                await session.flush()
                running = thread.submit(self.in_own_loop, act())
                _await_waiting(self.database, running)
            return running.exception() or running.result()


@pytest.fixture
def race(
    settings: Settings, database: Database, in_own_loop: Callable[[Any], Any]
) -> Race:
    return Race(settings, database, in_own_loop)


@ON_POSTGRES
async def test_of_two_who_decide_at_once_the_second_finds_it_decided(
    rule_desk: RuleDesk, race: Race
) -> None:
    made = await rule_desk.draft("Fees", POSTS)
    revision = (await rule_desk.put(made, ACTIVE)).revision
    eva = somebody("eva")
    told = await race.second(
        lambda s: activate.decline(s, DAN, made, revision, NOW),
        lambda s: activate.confirm(s, eva, made, revision, NOW),
    )
    assert isinstance(told, errors.NothingWaits)
    assert (await rule_desk.rule(made)).state == "DRAFT"


@ON_POSTGRES
async def test_of_two_who_save_at_once_the_second_has_to_look_again(
    rule_desk: RuleDesk, race: Race
) -> None:
    made = await rule_desk.draft("Fees", POSTS)
    told = await race.second(
        lambda s: drafts.save(s, DIA, made, Wish("First", TELLS), 1, NOW),
        lambda s: drafts.save(s, DAN, made, Wish("Second", TELLS), 1, NOW),
    )
    assert isinstance(told, errors.RuleChangedMeanwhile)
    assert (await rule_desk.rule(made)).name == "First"


@ON_POSTGRES
async def test_two_who_move_at_once_both_move(rule_desk: RuleDesk, race: Race) -> None:
    a, b, c = [await rule_desk.draft(name, FEES) for name in "ABC"]
    told = await race.second(
        lambda s: order.move(s, DIA, c, Target(place=1), NOW),
        lambda s: order.move(s, DAN, a, Target(after=b), NOW),
    )
    assert told == 3
    ranks = [(await rule_desk.rule(one)).rank for one in (c, b, a)]
    assert ranks == [1, 2, 3]


@ON_POSTGRES
async def test_a_rule_that_is_being_taken_out_of_force_is_not_applied(
    rule_desk: RuleDesk, race: Race
) -> None:
    made = await rule_desk.active("Look", TELLS)
    revision = (await rule_desk.rule(made)).revision
    told = await race.second(
        lambda s: activate.ask(s, DIA, made, ARCHIVED, revision, NOW),
        lambda s: run_requests.preview(s, DAN, made, (None, None), NOW),
    )
    assert isinstance(told, errors.RuleNotActive)


@ON_POSTGRES
async def test_a_run_that_ends_at_this_moment_is_not_cancelled(
    rule_desk: RuleDesk, race: Race
) -> None:
    async with rule_desk.database.writing(REALM) as session:
        begun = await run_requests.backtest(
            session, DIA, Subject.TRANSACTION, (None, None), NOW
        )
    ending = update(Job).values(state="SUCCEEDED")
    told = await race.second(
        lambda s: s.execute(ending), lambda s: run_requests.cancel(s, DAN, begun.run_id)
    )
    assert isinstance(told, Conflict)
