"""How long lessons take, by what they ask for."""

import sys

import pytest

from benchmarks import lesson_minutes
from benchmarks.lesson_minutes import load_of
from ui.lesson.library import SHIPPED, lesson_of, read_text
from ui.words.language import LANGUAGES

NAMES = sorted({path.name.split(".")[0] for path in SHIPPED.glob("*.en.md")})
LONGEST, SHORTEST = 10.0, 6.0
SOURCE = """# A b

Cd **ef**.

```lesson
minutes: 6
goal: not read
makes: not read
```

## Gh

```open
masks
```

```look
matrix: padding
```

```do
say: Ij
when:
  - {setting: seed, is: 2}
hints:
  - not read
```

```question
ask: Kl
options:
  - text: Mn
    why: Op
    right: true
  - text: Qr
    why: not read
```

```note
not read
```
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_takes_six_to_ten_minutes_and_says_so(name, language):
    lesson = lesson_of(name, language)
    minutes = load_of(lesson).minutes(language)
    assert SHORTEST <= minutes <= LONGEST
    assert abs(lesson.about.minutes - minutes) <= 2.0


def test_what_a_learner_reads_and_does_is_counted_once():
    lesson = read_text(SOURCE, "a", "a.md", "en")
    assert not lesson.problems
    load = load_of(lesson)
    assert load.characters == len("AbCdef.GhIjKlMnOpQr")
    assert (load.views, load.looks, load.tasks, load.picks, load.sums, load.words) == (
        1, 1, 1, 1, 0, 0,
    )  # fmt: skip
    expected = load.characters / 490 + (20 + 5 + 60 + 15) / 60
    assert load.minutes("en") == pytest.approx(expected)


def test_the_first_lesson_takes_what_two_people_needed():
    found = [load_of(lesson_of(NAMES[0], one)).minutes(one) for one in ("en", "ko")]
    assert found == pytest.approx([8.6, 9.9], abs=0.05)


def test_the_command_prints_a_row_for_each_language(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["lesson_minutes", NAMES[0]])
    lesson_minutes.main()
    rows = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[1] for row in rows[2:]] == list(LANGUAGES)
