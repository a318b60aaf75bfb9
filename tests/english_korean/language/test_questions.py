import pytest

from english_korean.language.questions import asked_slot
from english_korean.language.recognition import recognise


@pytest.mark.parametrize(
    ("text", "slot"),
    [("Who ate it?", "subject"), ("What did you eat?", "object"), ("How old are you?", "quality"),
     ("Where do you live?", "0"), ("Do you live here?", ""),
     ("What do you want to eat?", "complement.object")],
)  # fmt: skip
def test_a_question_asks_for_one_part(text, slot):
    assert asked_slot(recognise(text).sentence.clause) == slot
