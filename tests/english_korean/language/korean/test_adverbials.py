"""When, where and how: English sentence -> the piece of the Korean that renders it."""

import pytest

from english_korean.language.korean.adverbials import LATE, ORDER, TABLE
from english_korean.language.korean.written import written
from english_korean.language.recognition import recognise
from english_korean.language.syntax import Style

PIECES = {
    "I slept at seven.": "일곱 시에", "I slept on Monday.": "월요일에",
    "I slept in summer.": "여름에",
    "I sleep on Sundays.": "일요일마다", "I slept last night.": "어젯밤에",
    "I sleep every day.": "매일", "I slept two hours ago.": "두 시간 전에",
    "I will sleep in two hours.": "두 시간 후에", "I slept after lunch.": "점심 식사 후에",
    "I slept before the party.": "파티 전에", "I slept until nine.": "아홉 시까지",
    "I slept for three days.": "사흘 동안", "I slept during the class.": "수업 중에",
    "I slept after eating.": "먹은 후에", "I often sleep.": "자주",
    "I live in Seoul.": "서울에 산다", "I sleep in Seoul.": "서울에서 잔다",
    "I am in Seoul.": "서울에 있다", "I sat on the chair.": "의자에 앉았다",
    "The cat is under the table.": "탁자 밑에",
    "The cat sleeps under the table.": "탁자 밑에서",
    "The school is next to the park.": "공원 옆에", "He stood behind me.": "내 뒤에",
    "The ball is in the box.": "상자 안에", "I went to school.": "학교에 갔다",
    "I went to my friend.": "친구에게", "I went home.": "집에", "I came from Busan.": "부산에서",
    "I moved to Busan.": "부산으로", "I went into the house.": "집으로",
    "I went by bus.": "버스로", "I cut the bread with a knife.": "칼로",
    "I play with Tom.": "톰과 함께",
    "I sang for my mother.": "어머니를 위해", "I went without Tom.": "톰 없이",
    "She sings like a bird.": "새처럼", "He works as a doctor.": "의사로",
    "I speak in English.": "영어로", "I ate eggs for breakfast.": "아침으로",
    "We talked about the movie.": "영화에 대해", "She runs fast.": "빨리",
    "She runs faster than me.": "나보다 더 빨리", "She sings very well.": "매우 잘",
    "She does not sing very well.": "그다지 잘", "I don't like very hot soup.": "매우 뜨거운",
    "He will come back in an hour.": "한 시간 후에", "He lives by himself.": "혼자서",
    "I also sleep.": "나도", "I sleep too.": "나도", "I went there to eat bread.": "빵을 먹으러",
    "I study to be a doctor.": "의사가 되기 위해",
}  # fmt: skip


@pytest.mark.parametrize(("english", "korean"), PIECES.items(), ids=PIECES)
def test_adverbials(english, korean):
    pair = recognise(english, Style("plain", False)).pair
    assert korean in written(each.text for each in pair.morphemes)


def test_every_kind_has_one_place_in_the_order():
    kinds = (*ORDER, *LATE)
    assert len(set(kinds)) == len(kinds)
    assert {kind for row in TABLE.rows for kind in row.needs["kind"]} <= set(kinds)


def test_time_comes_before_place_and_place_before_manner():
    pair = recognise("She sings well in the park every morning.", Style("plain", False)).pair
    assert written(pair.korean) == "그녀는 매일 아침 공원에서 노래를 잘한다"
