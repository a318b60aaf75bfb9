from english_korean.language.recognition import recognise
from english_korean.language.syntax import Adverbial, Clause, NounPhrase, Quality
from english_korean.language.tree import changed_inside, inner_nodes, with_changes


def tree_of(text):
    return recognise(text).sentence


def everything_in(node):
    return [node, *(each for inner in inner_nodes(node) for each in everything_in(inner))]


def test_every_part_of_a_sentence_is_met_once():
    nodes = everything_in(tree_of("The boy who likes big dogs runs faster than Tom in the park."))
    assert [each.word for each in nodes if isinstance(each, Clause)] == ["run", "like"]
    heads = sorted(each.head for each in nodes if isinstance(each, NounPhrase))
    assert heads == ["boy", "dog", "gap", "park", "tom"]
    assert {each.word for each in nodes if isinstance(each, Quality)} == {"big", "fast"}
    assert [each.kind for each in nodes if isinstance(each, Adverbial)] == ["manner", "place"]


def test_a_change_reaches_every_node_and_nothing_else():
    def aloud(node):
        changes = changed_inside(node, aloud)
        if isinstance(node, NounPhrase):
            changes["head"] = node.head.upper()
        return with_changes(node, changes)

    sentence = tree_of("My brother and I like the book on the desk.")
    changed = aloud(sentence)
    heads = [each.head for each in everything_in(sentence) if isinstance(each, NounPhrase)]
    assert len(heads) == 4
    assert [each.head for each in everything_in(changed) if isinstance(each, NounPhrase)] == [
        head.upper() for head in heads
    ]
    assert changed.clause.word == "like"


def test_what_nothing_changes_is_the_same_node():
    sentence = tree_of("She reads a book.")
    assert with_changes(sentence, changed_inside(sentence, lambda node: node)) is sentence
