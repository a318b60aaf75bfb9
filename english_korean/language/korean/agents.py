"""What is done by somebody, who does it in Korean: 컴퓨터는 한 과학자가 발명했다."""

from english_korean.language.senses import ANIMATE, kind_of
from english_korean.language.syntax import Adverbial, Clause, NounPhrase, replace

RECEIVED = ("love", "like", "respect", "praise", "invite")
"""What one is given by those who do it: 모든 사람에게 사랑받다."""


def agent_of(clause: Clause) -> Adverbial | None:
    """Who does what is done, where it is a person that is named."""
    if not clause.passive or clause.frame != "transitive" or clause.word in RECEIVED:
        return None
    found = (each for each in clause.adverbials if each.kind == "agent")
    agent = next(found, None)
    return agent if agent is not None and _is_somebody(agent.phrase) else None


def _is_somebody(phrase: NounPhrase | None) -> bool:
    return phrase is not None and (kind_of(phrase) in ANIMATE or phrase.kind == "unknown")


def as_done(clause: Clause) -> Clause:
    """The clause with the one who does it as its subject, and its subject as the object."""
    agent = agent_of(clause)
    if agent is None:
        return clause
    return replace(clause, passive=False, subject=agent.phrase, object=clause.subject)
