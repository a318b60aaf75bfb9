"""A class in either store: leading, asking, closing on the server, ending."""

import asyncio

import pytest
from msgspec.structs import replace

from ui.classroom import classroom as module
from ui.classroom import memory_store
from ui.classroom.classroom import HOURS, Classroom, hours_kept
from ui.classroom.codes import ALPHABET, LENGTH, typed_code
from ui.classroom.memory_store import MemoryStore
from ui.classroom.questions import Question
from ui.classroom.records import Asked, NoClassError, NotAllowedError
from ui.classroom.views import class_seen, question_seen

PICK = Question(kind="pick", text="Where?", options=("left", "right"), right=(1.0,))


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def class_with(store, *voters, clock=None):
    room = Classroom(store, clock or Clock())
    code, key = await room.start()
    for voter in voters:
        assert await room.here(code, voter, follows=True)
    return room, code, key


async def refused(reason, doing):
    with pytest.raises(NotAllowedError, match=f"^{reason}$"):
        await doing


def test_a_code_has_six_letters_that_nobody_mixes_up(with_store):
    async def do(store):
        _, code, key = await class_with(store)
        assert len(code) == LENGTH == 6 and set(code) <= set(ALPHABET)
        assert not set("O0I1") & set(ALPHABET) and len(ALPHABET) == 32
        assert typed_code(f" {code[:3].lower()}-{code[3:]} ") == code
        assert key not in code and len(key) >= 20

    with_store(do)


@pytest.mark.parametrize("typed", ["", "ABCDE", "ABCDEFG", "ABCDE0", "ABCDEI", "ABÇDEF", "../../"])
def test_what_is_no_code_is_none(typed):
    assert typed_code(typed) is None


def test_who_leads_takes_everybody_along_and_a_stranger_cannot(with_store):
    async def do(store):
        room, code, key = await class_with(store)
        await room.lead(code, key, "/masks?x=1")
        await refused("key", room.lead(code, code, "/training"))
        await refused("key", room.ask(code, "", PICK))
        await refused("key", room.end(code, key[:-1]))
        found = await room.of(code)
        assert (found.link, found.version) == ("/masks?x=1", 1)
        assert key not in found.teacher

    with_store(do)


def test_two_windows_of_a_teacher_lose_nothing_of_each_other(with_store):
    async def do(store):
        room, code, key = await class_with(store)
        doings = [room.gather(code, key, "/masks") for _ in range(20)]
        await asyncio.gather(*doings, room.ask(code, key, PICK))
        found = await room.of(code)
        assert (found.gathered, len(found.asked), found.version) == (20, 1, 21)

    with_store(do)


def test_a_vote_counts_once_a_browser_and_its_last_counts(with_store):
    async def do(store):
        room, code, key = await class_with(store, "ann", "bob")
        await room.ask(code, key, PICK)
        await room.answer(code, "ann", [0.0])
        await room.answer(code, "ann", [1.0])
        await room.answer(code, "bob", [1.0])
        (found,) = await room.results(code, (await room.of(code)).now)
        assert (found.answered, found.counts, found.right) == (2, (([0.0], 0), ([1.0], 2)), 2)
        assert await room.answer_of(code, "ann", (await room.of(code)).now) == [1.0]

    with_store(do)


def test_what_is_no_answer_or_from_nobody_in_the_class_is_not_counted(with_store):
    async def do(store):
        room, code, key = await class_with(store, "ann")
        await refused("answer", room.answer(code, "ann", [0.0]))
        await room.ask(code, key, PICK)
        await refused("answer", room.answer(code, "ann", [7.0]))
        await refused("people", room.answer(code, "a stranger", [0.0]))
        with pytest.raises(NoClassError):
            await room.answer("ABCDEF", "ann", [0.0])
        assert (await room.people(code, await room.of(code))).answered == 0

    with_store(do)


def test_a_question_is_closed_on_the_server(with_store):
    async def do(store):
        room, code, key = await class_with(store, "ann", "bob")
        await room.ask(code, key, PICK)
        await room.answer(code, "ann", [0.0])
        await room.close(code, key)
        await refused("closed", room.answer(code, "bob", [1.0]))
        await refused("closed", room.answer(code, "ann", [1.0]))
        found = await room.of(code)
        assert found.now.is_closed and not found.now.is_shown
        assert not await room.is_open(code, found.now)

    with_store(do)


def test_a_question_with_a_time_closes_by_itself(with_store, monkeypatch):
    async def do(store):
        clock = Clock()
        room, code, key = await class_with(store, "ann", clock=clock)
        await room.ask(code, key, Question(kind="number", text="How much?", seconds=1))
        asked = (await room.of(code)).now
        assert asked.closes == clock.now + 1
        assert await room.is_open(code, asked)
        await asyncio.sleep(1.1)
        await refused("closed", room.answer(code, "ann", [1.0]))
        assert not await room.is_open(code, asked)

    with_store(do)


def test_a_second_vote_stands_beside_the_first(with_store):
    async def do(store):
        room, code, key = await class_with(store, "ann", "bob")
        await refused("question", room.again(code, key))
        await room.ask(code, key, PICK)
        await room.answer(code, "ann", [0.0])
        await room.show(code, key, solved=False)
        await room.again(code, key)
        now = (await room.of(code)).now
        assert (now.number, now.round, now.is_shown, now.is_closed) == (1, 2, False, False)
        await room.answer(code, "ann", [1.0])
        await room.answer(code, "bob", [1.0])
        first, second = await room.results(code, now)
        assert (first.right, second.right) == (0, 2)
        await room.ask(code, key, PICK)
        assert [one.number for one in (await room.of(code)).asked] == [1, 2]

    with_store(do)


def test_a_question_that_is_put_away_is_closed_and_still_counted(with_store):
    async def do(store):
        room, code, key = await class_with(store, "ann", "bob")
        await room.ask(code, key, PICK)
        await room.answer(code, "ann", [1.0])
        await room.put_away(code, key)
        await refused("closed", room.answer(code, "bob", [1.0]))
        found = await room.of(code)
        assert (await class_seen(room, code, found, "teacher"))["question"] is None
        assert (await room.results(code, found.asked[0]))[0].answered == 1

    with_store(do)


def test_who_follows_goes_to_the_page_of_a_question(with_store):
    async def do(store):
        room, code, key = await class_with(store)
        await room.lead(code, key, "/attention")
        await room.ask(code, key, PICK)
        assert (await room.of(code)).link == "/attention"
        await room.ask(code, key, replace(PICK, link="/masks"))
        found = await room.of(code)
        assert found.link == "/masks"
        seen = await class_seen(room, code, found, "student")
        assert seen["question"]["place"]["page"] == seen["place"]["page"] == "masks"

    with_store(do)


def test_who_is_away_is_not_counted_as_present(with_store):
    async def do(store):
        clock = Clock()
        room, code, _ = await class_with(store, "ann", "bob", clock=clock)
        await room.here(code, "bob", follows=False)
        found = await room.of(code)
        people = await room.people(code, found)
        assert (people.present, people.follow) == (2, 1)
        clock.now += module.PRESENT_SECONDS + 1
        await room.here(code, "bob", follows=True)
        people = await room.people(code, found)
        assert (people.present, people.follow) == (1, 1)

    with_store(do)


def test_a_full_class_takes_nobody_more_and_keeps_its_own(with_store, monkeypatch):
    monkeypatch.setattr(module, "MOST_PEOPLE", 2)

    async def do(store):
        room, code, _ = await class_with(store, "ann", "bob")
        assert not await room.here(code, "eve", follows=True)
        assert await room.here(code, "ann", follows=False)

    with_store(do)


def test_nothing_is_kept_of_a_class_that_has_ended(with_store):
    async def do(store):
        room, code, key = await class_with(store, "ann")
        await room.ask(code, key, PICK)
        await room.answer(code, "ann", [0.0])
        await room.again(code, key)
        await room.answer(code, "ann", [0.0])
        await room.end(code, key)
        with pytest.raises(NoClassError):
            await room.of(code)
        assert await all_names(store) == []

    with_store(do)


async def all_names(store):
    return list(store._kept) if isinstance(store, MemoryStore) else await store._redis.keys("*")


def test_nothing_is_kept_of_a_class_whose_time_is_over(with_store, monkeypatch):
    monkeypatch.setenv(HOURS, str(0.3 / 3600))
    monkeypatch.setattr(memory_store, "SWEEP_SECONDS", 0.1)

    async def do(store):
        room, code, key = await class_with(store, "ann")
        await room.ask(code, key, PICK)
        await room.answer(code, "ann", [0.0])
        assert len(await all_names(store)) == 5
        await asyncio.sleep(0.6)
        assert await all_names(store) == []

    with_store(do)


def test_what_a_hostile_teacher_can_make_it_keep_is_bounded(with_store, monkeypatch):
    monkeypatch.setattr(module, "MOST_ROUNDS", 3)
    monkeypatch.setattr(module, "MOST_SET_BYTES", 3000)
    monkeypatch.setattr(module, "MOST_ANSWER_BYTES", 2000)

    async def do(store):
        room, code, key = await class_with(store, "ann", "bob", "eve")
        await room.ask(code, key, Question(kind="row", text="?", size=250))
        await room.answer(code, "ann", [0.5] * 250)  # 1,001 bytes, and 132 beside them
        await refused("full", room.answer(code, "bob", [0.5] * 250))
        await room.answer(code, "ann", [1.5] * 250)
        await room.again(code, key)
        await refused("full", room.answer(code, "bob", [0.5] * 250))
        await room.again(code, key)
        await refused("rounds", room.again(code, key))
        long = Question(kind="pick", text="Where?", options=("x" * 300,) * 8)
        await refused("long", room.ask(code, key, long))
        await room.ask(code, key, PICK)
        await room.answer(code, "bob", [1.0])

    with_store(do)


@pytest.mark.parametrize(("given", "hours"), [("", 4.0), ("0.5", 0.5), ("168", 168.0)])
def test_the_owner_says_how_long_a_class_is_kept(monkeypatch, given, hours):
    monkeypatch.setenv(HOURS, given)
    assert hours_kept() == hours


@pytest.mark.parametrize("given", ["0", "-1", "nan", "a day", "169", "inf"])
def test_what_is_no_time_is_named(monkeypatch, given):
    monkeypatch.setenv(HOURS, given)
    with pytest.raises(ValueError, match=HOURS):
        hours_kept()


@pytest.mark.parametrize("at", [1, module.MOST_ROUNDS - 1, module.MOST_ROUNDS])
def test_the_last_vote_on_a_question_is_told_as_the_last(at):
    seen = question_seen(Asked(question=PICK, number=1, round=at), "teacher", is_open=False)
    assert seen["is_last"] is (at == module.MOST_ROUNDS)
