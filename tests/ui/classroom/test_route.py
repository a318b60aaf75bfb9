"""The routes of classes: who may what, what is refused, and that no code is guessed."""

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ui.classroom import entrance as door
from ui.classroom import here, route
from ui.classroom.here import hub
from ui.classroom.route import ROUTES, TEACHER, VOTER
from ui.classroom.views import class_seen

NUMBER = {"kind": "number", "text": "How much?", "right": [0.5]}


@pytest.fixture(autouse=True)
def empty_store(monkeypatch):
    monkeypatch.delenv(here.STORE, raising=False)
    here.hub.cache_clear()
    here.entrance.cache_clear()


@pytest.fixture
def site():
    """One event loop for all requests, as a server has it."""
    with TestClient(Starlette(routes=ROUTES)) as client:
        yield client


def fresh(site):
    """Another browser at the same site."""
    other = TestClient(site.app)
    other.portal = site.portal
    return other


def begun(site):
    found = site.post("/class/start", content="{}").json()
    return found["code"], found["key"]


def joined(site, code):
    person = fresh(site)
    assert person.post(f"/class/{code}/join", content="{}").status_code == 200
    assert person.post(f"/class/{code}/here", json={"follows": True}).status_code == 200
    return person


def test_a_class_is_started_joined_asked_answered_and_counted(site):
    code, _ = begun(site)
    people = [joined(site, code.lower()) for _ in range(3)]
    assert site.post(f"/class/{code}/ask", json=NUMBER).status_code == 200
    for person, number in zip(people, (0.5, 0.5, 7), strict=True):
        assert person.post(f"/class/{code}/answer", json={"answer": [number]}).status_code == 200
    assert site.post(f"/class/{code}/close", content="{}").status_code == 200
    late = people[0].post(f"/class/{code}/answer", json={"answer": [1]})
    assert (late.status_code, late.json()) == (403, {"refused": "closed"})
    rows = site.get(f"/class/{code}/counts").content.decode("utf-8-sig").splitlines()
    assert rows[1:] == ["1,1,How much?,number,0.5,2,,", "1,1,How much?,number,7,1,,",
                        "1,1,How much?,number,,,2,3"]  # fmt: skip


def test_who_comes_back_sees_what_they_answered_in_this_round(site):
    code, _ = begun(site)
    ann, ben = (joined(site, code) for _ in range(2))

    def own(person):
        return person.post(f"/class/{code}/join", content="{}").json()["own"]

    assert own(ann) is None
    assert site.post(f"/class/{code}/ask", json=NUMBER).status_code == 200
    assert own(ann) is None
    for number in (7, 0.5):
        assert ann.post(f"/class/{code}/answer", json={"answer": [number]}).status_code == 200
    assert own(ann) == {"number": 1, "round": 1, "answer": [0.5]}
    assert own(ben) is None and own(fresh(site)) is None
    assert site.post(f"/class/{code}/close", content="{}").status_code == 200
    assert own(ann)["answer"] == [0.5]
    assert site.post(f"/class/{code}/again", content="{}").status_code == 200
    assert own(ann) is None


def test_the_class_is_led_to_a_part_of_the_map_and_texts_of_others_are_refused(site):
    code, _ = begun(site)
    for part in ("0.512_0.4000_0.2500_7_3", ""):
        place = {"link": "/overview", "map": part}
        assert site.post(f"/class/{code}/lead", json=place).status_code == 200
        seen = site.portal.call(seen_by_students, code)
        assert (seen["map"], seen["place"]["view"]) == (part, "")
    for part in ("<b>", "1" * 61, "0.5_0.5_0.5&x=1", 5, None):
        place = {"link": "/overview", "map": part}
        assert site.post(f"/class/{code}/lead", json=place).status_code == 400, part
        assert site.post(f"/class/{code}/gather", json=place).status_code == 400, part
    assert site.post(f"/class/{code}/gather", json={"link": "/", "map": "1_0_0"}).status_code == 200
    assert site.portal.call(seen_by_students, code)["map"] == "1_0_0"
    # A question may be about another page.
    assert site.post(f"/class/{code}/ask", json=NUMBER | {"link": "/masks"}).status_code == 200
    assert site.portal.call(seen_by_students, code)["map"] == ""


async def seen_by_students(code):
    return await class_seen(hub().classroom, code, await hub().classroom.of(code), "student")


def test_a_stranger_cannot_lead_and_a_key_can_be_brought_along(site):
    code, key = begun(site)
    other = joined(site, code)
    doings = {"lead": {"link": "/masks"}, "gather": {"link": "/masks"}, "ask": NUMBER, "again": {},
              "screens": {"is_paused": True}, "close": {}, "show": {}, "put_away": {},
              "choose": {"answers": []}, "end": {}}  # fmt: skip
    for what, body in doings.items():
        assert other.post(f"/class/{code}/{what}", json=body).status_code == 403, what
    assert other.get(f"/class/{code}/counts").status_code == 403
    assert other.get(f"/class/{code}/events?role=teacher").status_code == 403
    assert other.post(f"/class/{code}/key", json={"key": code}).status_code == 403
    assert not other.post(f"/class/{code}/join", content="{}").json()["leads"]
    assert other.post(f"/class/{code}/key", json={"key": key}).status_code == 200
    assert other.post(f"/class/{code}/join", content="{}").json()["leads"]
    assert other.post(f"/class/{code}/lead", json={"link": "/masks"}).status_code == 200


def test_cookies_are_for_classes_alone_and_no_script_reads_them(site):
    code, _ = begun(site)
    answers = [site.post("/class/start", content="{}"),
               fresh(site).post(f"/class/{code}/join", content="{}")]  # fmt: skip
    for answer, name in zip(answers, (TEACHER, VOTER), strict=True):
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(name)
        assert {"HttpOnly", "Path=/class", "SameSite=lax"} <= {*cookie.split("; ")}


def test_who_comes_again_is_the_same_voter(site):
    code, _ = begun(site)
    person = joined(site, code)
    before = person.cookies[VOTER]
    assert "set-cookie" not in person.post(f"/class/{code}/join", content="{}").headers
    assert person.cookies[VOTER] == before


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("lead", {"link": "https://elsewhere.example"}), ("lead", {"link": "//elsewhere.example"}),
        ("lead", {"link": "/\\elsewhere.example"}), ("lead", {"link": "javascript:alert(1)"}),
        ("lead", {"link": "/nowhere"}), ("gather", {"link": "/class/ABCDEF/end"}),
        ("ask", NUMBER | {"link": "/nowhere"}),
        ("lead", {"link": "/" + "x" * 9000}), ("lead", {}), ("ask", {"kind": "essay", "text": "x"}),
        ("ask", NUMBER | {"text": "x" * 301}), ("ask", NUMBER | {"right": [1, 2]}),
        ("ask", {"kind": "mask", "text": "x", "size": 5000, "columns": 2}),
        ("answer", {"answer": ["x"]}), ("answer", {"answer": [1.0] * 2000}), ("here", {}),
    ],
)  # fmt: skip
def test_what_no_page_would_send_is_refused_and_nothing_is_changed(site, what, body):
    code, _ = begun(site)
    before = site.portal.call(hub().classroom.of, code)
    assert site.post(f"/class/{code}/{what}", json=body).status_code == 400
    assert site.portal.call(hub().classroom.of, code) == before


def test_what_is_too_long_or_comes_from_elsewhere_is_refused(site):
    code, _ = begun(site)
    long = site.post(f"/class/{code}/lead", content=b"x" * (route.LONGEST + 1))
    assert long.status_code == 413
    foreign = site.post(f"/class/{code}/end", content="{}", headers={"Origin": "https://x.example"})
    assert foreign.status_code == 403
    assert site.get(f"/class/{code}/end").status_code == 405
    assert site.post(f"/class/{code}/dance", content="{}").status_code == 404
    assert site.post("/class/ABCDEF/join", content="{}").status_code == 404


def test_who_has_no_place_in_a_class_does_not_vote(site):
    code, _ = begun(site)
    site.post(f"/class/{code}/ask", json=NUMBER)
    nobody = fresh(site)
    assert nobody.post(f"/class/{code}/answer", json={"answer": [1]}).status_code == 403
    nobody.post(f"/class/{code}/join", content="{}")
    assert nobody.post(f"/class/{code}/answer", json={"answer": [1]}).status_code == 403


def test_chosen_answers_are_next_to_each_other_once_answers_are_shown(site):
    code, _ = begun(site)
    row = {"kind": "row", "text": "Which weights?", "size": 2, "right": [0.5, 0.5]}
    site.post(f"/class/{code}/ask", json=row)
    chosen = [[0.25, 0.75], [1.0, 0.0]]
    wrong = site.post(f"/class/{code}/choose", json={"answers": [[1.0]]})
    assert (wrong.status_code, wrong.json()) == (403, {"refused": "answer"})
    assert site.post(f"/class/{code}/choose", json={"answers": [[1.0, 0.0]] * 7}).status_code == 400
    assert site.post(f"/class/{code}/choose", json={"answers": chosen}).status_code == 200

    def seen(role):
        room = hub().classroom
        found = site.portal.call(room.of, code)
        return site.portal.call(class_seen, room, code, found, role)["question"]["chosen"]

    assert (seen("teacher"), seen("projector")) == (chosen, [])
    site.post(f"/class/{code}/show", json={})
    assert seen("projector") == seen("student") == chosen
    site.post(f"/class/{code}/again", content="{}")
    assert seen("teacher") == []


def test_the_teacher_reads_all_questions_with_their_pages_and_nobody_else_does(site):
    code, _ = begun(site)
    person = joined(site, code)
    for question in (NUMBER | {"link": "/masks?v=4&lang=en"}, NUMBER | {"text": "And now?"}):
        site.post(f"/class/{code}/ask", json=question)
        person.post(f"/class/{code}/answer", json={"answer": [0.5]})
        site.post(f"/class/{code}/put_away", content="{}")
    assert person.get(f"/class/{code}/history").status_code == 403
    first, second = site.get(f"/class/{code}/history").json()["asked"]
    assert (first["text"], first["place"]["page"]) == ("How much?", "masks")
    assert (second["number"], second["results"][0]["answered"]) == (2, 1)


def test_a_text_that_begins_like_a_formula_is_none_in_a_spreadsheet(site):
    code, _ = begun(site)
    question = {"kind": "pick", "text": "=1+1", "options": ["@SUM(A1)", "no"]}
    site.post(f"/class/{code}/ask", json=question)
    text = site.get(f"/class/{code}/counts").content.decode("utf-8-sig")
    assert "'=1+1" in text and "'@SUM(A1)" in text


def test_who_guesses_codes_waits_and_the_school_still_gets_in(site, monkeypatch):
    monkeypatch.setattr(door, "FREE_MISSES", 3)
    waits = []

    async def slept(seconds):
        waits.append(seconds)

    monkeypatch.setattr(door.asyncio, "sleep", slept)
    code, _ = begun(site)
    member = joined(site, code)
    guesser = fresh(site)
    for _ in range(6):
        assert guesser.post("/class/ABCDEF/join", content="{}").status_code == 404
    assert waits == [door.PAUSE_SECONDS] * 2
    # Somebody of the class is not slowed, somebody new is, and gets in.
    member.post(f"/class/{code}/here", json={"follows": True})
    assert len(waits) == 2
    assert fresh(site).post(f"/class/{code}/join", content="{}").status_code == 200
    assert len(waits) == 3


def test_an_address_starts_so_many_classes_and_no_more(site, monkeypatch):
    monkeypatch.setattr(route, "MOST_STARTS", 2)
    codes = [site.post("/class/start", content="{}").status_code for _ in range(4)]
    assert codes == [200, 200, 429, 429]


def test_a_store_that_is_gone_is_said_to_be(site, monkeypatch):
    from benchmarks.server import free_port

    monkeypatch.setenv(here.STORE, f"redis://127.0.0.1:{free_port()}/0")
    here.hub.cache_clear()
    here.entrance.cache_clear()
    answer = site.post("/class/start", content="{}")
    assert (answer.status_code, answer.json()) == (503, {"refused": "interrupted"})
