"""What a thing makes of somebody: in Korean he becomes so because of it, 영화 때문에 슬퍼졌다."""

from english_korean.language.senses import feels_so, is_person
from english_korean.language.syntax import Adverbial, Clause, Morpheme, Quality, replace


def as_felt(clause: Clause) -> Clause | None:
    """The movie made me sad, as I became sad because of the movie; None of all else."""
    thing, quality = clause.subject, _made_so(clause)
    if quality is None or thing is None or clause.word != "make" or clause.passive:
        return None
    if thing.kind != "noun" or is_person(thing) or thing.determiner == "no":
        return None
    if clause.recipient is None or not is_person(clause.recipient):
        return None
    inner = thing.relative
    if inner is not None and inner.subject == clause.recipient:  # 그녀는 먹은 약 때문에
        thing = replace(thing, relative=replace(inner, subject=None))
    cause = Adverbial("cause", "because of", phrase=thing)
    return replace(
        clause,
        word="become",
        frame="linking",
        subject=clause.recipient,
        recipient=None,
        complement=None,
        quality=quality,
        adverbials=(*clause.adverbials, cause),
    )


def _made_so(clause: Clause) -> Quality | None:
    """Made me sad, made me feel sad: what it made of me."""
    inner = clause.complement
    if clause.frame == "result":
        return clause.quality
    is_felt = clause.frame == "bare" and inner is not None and feels_so(inner)
    return inner.quality if is_felt and inner is not None and not inner.negated else None


def named_as_made(said: list[Morpheme], clause: Clause, felt: Clause, name: str) -> list[Morpheme]:
    """Morphemes of the clause `felt`, with the names that the words of `clause` have."""
    cause = f"{name}.{len(felt.adverbials) - 1}."
    quality = f"{name}.quality" if clause.frame == "result" else f"{name}.complement.quality"

    def named(source: str) -> str:
        if source == f"{cause}word":
            return f"{name}.verb"
        for old, new in (
            (cause, f"{name}.subject."),
            (f"{name}.subject.", f"{name}.recipient."),
            (f"{name}.quality", quality),
        ):
            if source.startswith(old):
                return new + source.removeprefix(old)
        return source

    return [each._replace(sources=tuple(map(named, each.sources))) for each in said]
