"""From English words back to numbers, years, dates and the hours of a clock."""

from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.reader import Read, Reader, by_first_word
from english_korean.language.syntax import NounPhrase
from english_korean.language.tokens import is_number, is_year

PARTS_OF_HOUR = by_first_word(LEXICON.parts_of_hour)


class NumberReader(Reader):
    """Reads numbers."""

    def years(self, start: int) -> Read[NounPhrase]:
        """1990: its digits are copied as those of an unknown word."""
        digits = self.at(start)
        if is_year(digits):
            yield NounPhrase(digits, "year"), start + 1

    def dates(self, start: int) -> Read[NounPhrase]:
        """May 5th."""
        month = LEXICON.nouns.get(self.at(start))
        if month is not None and month.kind == "month_name" and self.at(start + 1) in LEXICON.dates:
            yield NounPhrase(month.word, number=self.at(start + 1)), start + 2

    def clocks(self, start: int) -> Read[NounPhrase]:
        """Half past seven, seven, seven o'clock, seven thirty."""
        for part, after in self.longest(start, PARTS_OF_HOUR):
            if self.at(after) in LEXICON.numbers:
                yield NounPhrase(self.at(after), "clock", part), after + 1
        hour = self.at(start)
        if is_number(hour):
            yield NounPhrase(hour, "clock"), start + 1
        if hour not in LEXICON.numbers or hour in ("hundred", "thousand"):
            return
        if self.at(start + 1) == "o'clock":
            yield NounPhrase(hour, "clock", plural=True), start + 2
        elif self.at(start + 1) in ("hundred", "thousand"):
            return  # about three hundred people
        elif self.at(start + 1) in LEXICON.numbers or _is_minutes(self.at(start + 1)):
            yield NounPhrase(hour, "clock", number=self.at(start + 1)), start + 2
        else:
            yield NounPhrase(hour, "clock"), start + 1

    def numbers(self, start: int) -> Read[str]:
        """A number before a noun, in a word or in digits, and none."""
        number = self.at(start)
        if number in LEXICON.numbers or is_number(number) or self._is_price(number, start + 1):
            yield number, start + 1
        yield "", start

    def _is_price(self, number: str, start: int) -> bool:
        """5,000, of "5,000 won": four digits that are no year."""
        if not is_year(number):
            return False
        unit, _ = LEXICON.noun_forms.get(self.at(start), ("", False))
        return unit in LEXICON.units


def _is_minutes(text: str) -> bool:
    return is_number(text) and int(text) < 60
