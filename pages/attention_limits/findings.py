"""What the numbers of the row that is shown say, in sentences."""

import logging
import math
from functools import cache

from english_korean import SHIPPED
from english_korean.looks_and_effects import LooksAndEffects, LooksError, load_looks
from pages.attention_limits.compared import row_of
from pages.attention_limits.setting import LimitsSetting
from transformer_lab.measures.hidden_words import IDLE, SHORT, rank_correlation
from ui.explain.arithmetic import exact, percent
from ui.picture.label import with_gloss
from ui.words.language import Text

LOGGER = logging.getLogger(__name__)
ALIKE = 0.01
"""Shares, and logarithms, that differ by less can be the same in the digits that are shown."""


class Findings:
    """The sentences of one setting in one language."""

    def __init__(self, text: Text, setting: LimitsSetting) -> None:
        self.text, self.setting, self.row = text, setting, row_of(setting)
        self.words = [with_gloss(label) for label in setting.keys_in(text.language)]
        self.is_alone = len(self.words) == 1
        self.token = with_gloss(setting.tokens_in(text.language)[setting.position])

    def importance(self) -> str:
        """Whether the word that is looked at most also changes the token most when it is hidden."""
        effect = self.text(f"importance.{self._kind_of_effect()}", **self._values())
        return f"{self._looked_at()} {self._hidden()}{effect}"

    def _kind_of_effect(self) -> str:
        row = self.row
        if self.is_alone:
            return "only"
        if not row.is_decided:
            return "none"
        return "same" if row.most == row.decisive else "other"

    def _looked_at(self) -> str:
        """Which word the row looks at most."""
        setting, most = self.setting, self.row.most
        queries = setting.queries_in(self.text.language)
        return self.text(
            f"looked_at.{setting.shown_kind}",
            query=with_gloss(queries[setting.row]),
            most=self.words[most],
            weight=percent(float(self.row.weight[most])),
        )

    def _hidden(self) -> str:
        """Where the words are hidden, if not everywhere."""
        return self.text("hidden.head") + " " if self.setting.hide == "head" else ""

    def _values(self) -> dict[str, str]:
        row, decisive = self.row, self.row.decisive
        return {
            "token": self.token,
            "most": self.words[row.most],
            "decisive": self.words[decisive],
            "own": percent(float(row.weight[decisive])),
            "before": percent(row.before),
            "after": percent(float(row.probability[decisive])),
            "most_after": percent(float(row.probability[row.most])),
            "largest": exact(100 * row.largest_change, 2),
        }

    def order(self) -> str:
        """How alike the orders of the words are; empty where there is no order to compare."""
        row = self.row
        if not row.is_decided:
            return ""
        effect = row.token_change.abs()
        found = {
            name: rank_correlation(getattr(row, name), effect)
            for name in ("weight", "length", "share")
        }
        if any(rho is None for rho in found.values()):
            return ""
        shown = {name: exact(rho, 2) for name, rho in found.items() if rho is not None}
        return self.text("order.about", count=len(self.words), token=self.token, **shown)

    def most_and_least(self) -> str:
        """What hiding the most and the least looked-at word does to the token and to the whole;
        empty where there is only one.
        """
        row = self.row
        if self.is_alone:
            return ""
        values = {}
        for name, word in (("most", row.most), ("least", row.least)):
            values[name] = self.words[word]
            values[f"{name}_weight"] = percent(float(row.weight[word]))
            values[f"{name}_after"] = percent(float(row.probability[word]))
            values[f"{name}_log"] = exact(row.whole_log + float(row.translation_change[word]), 2)
        whole = row.translation_change.abs()
        name = "least" if whole[row.least] >= whole[row.most] + ALIKE else "most"
        both = {"before": percent(row.before), "whole": exact(row.whole_log, 2)}
        return self.text(f"hide_both.{name}", token=self.token, **both, **values)

    def value(self) -> str:
        """Whose share of weight times length is furthest below its weight, or, where nobody's is,
        furthest above it; empty where there is only one word.
        """
        if self.is_alone:
            return ""
        row = self.row
        apart = row.share - row.weight
        word = row.shortest_changed
        if float(-apart[word]) < ALIKE:
            word = int(apart.argmax())
        if float(apart.abs().max()) < ALIKE:
            shortest, longest = (exact(float(end), 1) for end in row.length.aminmax())
            points = exact(100 * float(apart.abs().max()), 2)
            return self.text("value.alike", points=points, shortest=shortest, longest=longest)
        return self.text(
            "value.more" if float(apart[word]) > 0 else "value.less",
            word=self.words[word],
            weight=percent(float(row.weight[word])),
            share=percent(float(row.share[word])),
            length=exact(float(row.length[word]), 1),
            mean=exact(float((row.weight * row.length).sum()), 1),
        )

    def sink(self) -> str:
        """Whether the word that is looked at most is a sink, for the token alone or for the whole
        translation, and why; empty for an only word.
        """
        if self.is_alone:
            return ""
        row, most = self.row, self.row.most
        effect = row.token_change.abs()
        length, mean = float(row.length[most]), float(row.length.mean())
        own, average = float(effect[most]), float(effect.mean())
        whole = row.translation_change
        if row.is_sink:
            name = "yes" if row.is_sink_of_all else "token"
        else:
            name = "acts" if length <= SHORT * mean else "long"
        return self.text(
            f"sink.{name}",
            most=self.words[most],
            weight=percent(float(row.weight[most])),
            length=exact(length, 1),
            mean=exact(mean, 1),
            token=self.token,
            own=exact(100 * own, 2),
            average=exact(100 * average, 2),
            moves=self._moves(float(whole[most])),
            average_log=exact(float(whole.abs().mean()), 2),
            short=f"{100 * SHORT:.0f}",
            idle=f"{100 * IDLE:.0f}",
        )

    def _moves(self, change: float) -> str:
        """How far ln P of the translation moves."""
        if not change:
            return self.text("sink.same")
        way = "higher" if change > 0 else "lower"
        return self.text(f"sink.{way}", log=exact(abs(change), 2))

    def about(self) -> str:
        """What hiding a word does here."""
        is_left_nothing = self.setting.hide == "head" and self.is_alone
        return self.text("about.head_alone" if is_left_nothing else f"about.{self.setting.hide}")

    def everywhere(self) -> str:
        """What was counted over many sentences of the head that is shown; empty if nothing was."""
        setting, looks = self.setting, counted()
        if looks is None or setting.shown_kind != "cross" or setting.hide != "everywhere":
            return ""
        layer, head = setting.shown_layer, setting.shown_head
        counts = (looks.elsewhere, looks.elsewhere_by_share, looks.sinks)
        elsewhere, by_share, sinks = (each[layer][head] / looks.tokens for each in counts)
        shares = {"elsewhere": elsewhere, "by_share": by_share, "sinks": sinks}
        shown = {name: percent(share) for name, share in shares.items()}
        sizes = {"sentences": f"{looks.sentences:,}", "tokens": f"{looks.tokens:,}"}
        points = math.ceil(100 * looks.decisive)
        return self.text("everywhere.counted", layer=layer + 1, head=head + 1, points=points,
                         **sizes, **shown)  # fmt: skip


@cache
def counted() -> LooksAndEffects | None:
    """The counts over many sentences; None where nobody counted with these weights."""
    try:
        return load_looks(SHIPPED)
    except LooksError as error:
        LOGGER.warning("%s", error)
        return None
