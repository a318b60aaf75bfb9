"""What a question asks for: the part of a clause that has the question word."""

from english_korean.language.syntax import Adverbial, Clause, NounPhrase

ASKING_DETERMINERS = ("which", "what", "whose", "how many", "how much")


def asked_slot(clause: Clause) -> str:
    """The part of a clause that a question is about; "" where nothing is asked.

    subject, object, recipient, quality; the number of an adverbial ("1"); or one of these in the
    complement: "complement.object" of "what do you want to eat".
    """
    for slot in ("subject", "object", "recipient"):
        if is_asked(getattr(clause, slot)):
            return slot
    quality = clause.quality
    if quality is not None and "how" in (quality.degree, quality.word):
        return "quality"
    for index, adverbial in enumerate(clause.adverbials):
        if is_asking(adverbial):
            return str(index)
    if clause.complement is not None and clause.frame in ("infinitive", "gerund"):
        inner = asked_slot(clause.complement)
        return f"complement.{inner}" if inner else ""
    return ""


def is_asked(phrase: NounPhrase | None) -> bool:
    """Whether it is what the question is about: who, which book, whose sister's room."""
    if phrase is None:
        return False
    by_determiner = phrase.determiner in ASKING_DETERMINERS
    return phrase.kind == "wh" or by_determiner or is_asked(phrase.owner)


def is_asking(adverbial: Adverbial) -> bool:
    """when, where, why, how, or a phrase that is asked for."""
    return adverbial.kind.startswith("asked") or is_asked(adverbial.phrase)
