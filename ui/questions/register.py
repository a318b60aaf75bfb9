"""The questions that people ask, each with the page and setting whose picture answers it.

One declaration a question; its words are in the text files under the same key.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from ui.state.address import Selection, State, write_state
from ui.state.control import JsonValue
from ui.state.setting import Setting
from ui.words.language import LANGUAGES, Text, text_of

BEGUN = {"run": "begin"}
"""The training page begins the run when it is opened."""
WORDS = "questions"
"""The name of the text files."""
PARAMETER = "ask"
"""In a URL, the key of the question that it answers."""
TABS = {"encoder_decoder": "below", "positional_encoding": "{below}", "your_sentence": "{below}"}
"""The areas of tabs below a page's own picture; what answers a question may be one of them."""
WATCHED = {"training": ("written", "run", "beside", "expected"), "learning_rate": ("step",)}
"""Fields that change while one watches what a question is about."""


ANY: tuple[JsonValue, ...] = ()
"""Every value of a field."""
OTHER_WAYS = {"way": ("rotary", "alibi", "relative")}
"""The ways to tell positions that go on past the trained length."""
OTHER_GRADIENTS = {"gradient": (1.0, 0.01)}
"""Ten times as large, and a tenth as large."""
ANY_PART = {"variant": ANY, "parts": ANY}


class _Page(Protocol):
    """What a question needs to know of a page: part of its `PageAnswer`."""

    setting: type[Setting]
    presets: Mapping[str, Mapping[str, Any]]
    questions: Mapping[str, Callable[[Any], tuple[Any, str]]]
    views: Mapping[str, Callable[[], str]]
    normalised: Callable[[State[Any]], State[Any]]


def _page(name: str) -> _Page:
    page: _Page = import_module(f"pages.{name}.answer").PAGE
    return page


@dataclass(frozen=True)
class Question:
    """One question, and the setting that answers it: the page's default one, changed by the page's
    own question `asked` or by the fields of its preset `preset`, and then by `values`.
    """

    key: str
    page: str
    group: str
    asked: str = ""
    preset: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    pin: str = ""
    view: str = ""
    """The name of the page's view that answers it."""
    stays: Mapping[str, tuple[JsonValue, ...]] = field(default_factory=dict)
    """Other values of fields with which the answer stays for those who asked: it tells them to look
    there, or speaks of these, too."""

    def text(self, language: str) -> str:
        return text_of(WORDS, language)(f"questions.{self.key}.ask")

    def answer(self, language: str) -> str:
        return text_of(WORDS, language)(f"questions.{self.key}.answer")

    def also(self, language: str) -> list[str]:
        """Return other ways to ask it."""
        words = text_of(WORDS, language)(f"questions.{self.key}.also")
        return [piece.strip() for piece in words.split(",")]

    def state(self, language: str) -> State[Any]:
        """Return what the page shows as the answer. Raises: KeyError if the page has no such
        question, preset or view, ValueError if its setting cannot have these values.
        """
        return _page(self.page).normalised(self._asked(language))

    def _asked(self, language: str) -> State[Any]:
        """Return the same as a link has it: the page may search for the row that answers it."""
        page = _page(self.page)
        setting, pin = page.setting.default(text_of(self.page, language)), self.pin
        if self.asked:
            setting, pin = page.questions[self.asked](setting)
        if self.preset:
            setting = setting.with_values(**page.presets[self.preset])
        if self.values:
            setting = setting.with_values(**self.values)
        view = page.views[self.view]() if self.view else ""
        return State(setting, Selection(self.pin or pin, view=view))

    def area(self, language: str) -> str:
        """Return the area to scroll to: that of the tab that it opens, if it opens one."""
        if "below" not in self.fields_set(language):
            return ""
        return TABS[self.page].format(below=self.state(language).setting.below)

    def fields_set(self, language: str) -> set[str]:
        """Return the fields that differ from those with which the page opens."""
        setting = self.state(language).setting
        start = type(setting).default(text_of(self.page, language)).to_json()
        return {name for name, value in setting.to_json().items() if value != start[name]}

    def address(self, language: str) -> str:
        """Return the link to the answer, relative to the app: "masks?v=4&lang=en..."."""
        text: Text = text_of(self.page, language)
        written = write_state(self._asked(language), language, text)
        return f"{self.page}{written}&{PARAMETER}={self.key}"


REGISTER = (
    Question("sqrt_dk", "mistakes", "attention", preset="unscaled_scores"),
    Question("q_k_v", "attention", "attention", asked="q_k_v"),
    Question("three_vectors", "self_attention", "attention", values={"view": "plain"}),
    Question("several_heads", "multi_head_attention", "attention"),
    Question("head_split", "multi_head_attention", "attention", asked="projections"),
    Question("over_1", "multi_head_attention", "attention", asked="dropped"),
    Question("view_transpose", "mistakes", "attention", preset="heads_without_transpose"),
    Question("grouped_heads", "multi_head_attention", "attention", asked="grouped_heads"),
    Question("cross_attention", "your_sentence", "attention", values={"kind": "cross"}),
    Question("by_layer", "your_sentence", "model", values={"below": "reading"}),
    Question("patching", "your_sentence", "model", values={"below": "patching"}),
    Question(
        "rollout",
        "your_sentence",
        "attention",
        values={"kind": "encoder", "combination": "rollout"},
    ),
    Question("importance", "attention_limits", "attention", asked="importance"),
    Question("weight_or_value", "attention_limits", "attention", asked="value"),
    Question("sink", "attention_limits", "attention", asked="sink"),
    Question("which_padding", "masks", "masks", asked="which_padding"),
    Question("queries_too", "masks", "masks", asked="queries_too"),
    Question("true_hides", "masks", "masks", asked="true_hides"),
    Question("mask_axis", "masks", "masks", asked="mask_axis"),
    Question("and_or", "masks", "masks", asked="and_or"),
    Question("triangle", "masks", "masks", asked="triangle"),
    Question("look_ahead", "masks", "masks", asked="look_ahead"),
    Question("minus_infinity", "masks", "masks", asked="zero"),
    Question("empty_row", "mistakes", "masks", preset="minus_infinity"),
    Question("finite_mask", "masks", "masks", asked="learned"),
    Question("half_precision", "masks", "masks", asked="half"),
    Question("residual_leak", "masks", "masks", asked="residual"),
    Question("norm_leak", "masks", "masks", asked="position_norm"),
    Question("is_causal", "masks", "masks", asked="is_causal"),
    Question("mask_at_inference", "masks", "masks", asked="inference"),
    Question("sliding_window", "masks", "masks", asked="sliding_window"),
    Question("packed_documents", "masks", "masks", asked="packed_documents"),
    Question("zeros_as_padding", "mistakes", "masks", preset="padding_by_zeros", pin="wrong.0.4"),
    Question("why_positions", "ablations", "positions", values={"variant": "positions"}),
    Question("sin_cos", "positional_encoding", "positions", asked="shift"),
    Question("interleaved", "positional_encoding", "positions", asked="orders"),
    Question("learned_positions", "positional_encoding", "positions", asked="learned"),
    Question("add_or_concatenate", "positional_encoding", "positions", asked="joined"),
    Question("rope", "positional_encoding", "positions", asked="turned"),
    Question("alibi", "positional_encoding", "positions", asked="no_vector"),
    Question("t5_buckets", "positional_encoding", "positions", asked="t5_buckets"),
    Question(
        "past_length", "positional_encoding", "positions", asked="past_length", stays=OTHER_WAYS
    ),
    Question("sqrt_d_model", "mistakes", "positions", preset="unscaled_embeddings"),
    Question(
        "residual_and_norm",
        "ablations",
        "model",
        values={"variant": "norm", "parts": True},
        stays={"variant": ("residuals",)},
    ),
    Question("pre_or_post", "encoder_decoder", "model", asked="last_norm"),
    Question("wrong_residual", "mistakes", "model", preset="wrong_residual"),
    Question("left_out", "ablations", "model", values={"parts": True}, stays=ANY_PART),
    Question("feed_forward", "mistakes", "model", preset="narrow_feed_forward"),
    Question("parameters", "encoder_decoder", "model", asked="activations"),
    Question("whole_target", "masks", "training", asked="whole_target"),
    Question("shifted", "encoder_decoder", "training", asked="shifted"),
    Question("teacher_forcing", "encoder_decoder", "training", asked="at_once"),
    Question("label_smoothing", "encoder_decoder", "training", asked="stops"),
    Question(
        "nonsense",
        "training",
        "training",
        preset="no_look_ahead",
        values=BEGUN | {"attention": "decoder"},
    ),
    Question(
        "warm_up",
        "ablations",
        "training",
        values={"variant": "warm_up"},
        stays={"variant": ("low_peak",)},
    ),
    Question("noam_factor", "learning_rate", "training", asked="initial_rate"),
    Question("cosine", "learning_rate", "training", asked="cosine"),
    Question("adamw", "learning_rate", "training", asked="adamw", stays=OTHER_GRADIENTS),
    Question("step_by_step", "overview", "training", asked="second_token", view="second_token"),
    Question("key_value_cache", "overview", "training", asked="cache", view="cache"),
)
GROUPS = tuple(dict.fromkeys(question.group for question in REGISTER))


@cache
def question_of(key: str) -> Question:
    """Return the question of a key. Raises: KeyError."""
    return {question.key: question for question in REGISTER}[key]


def _fields(question: Question, language: str) -> dict[str, JsonValue]:
    """Return the fields that the answer speaks of: all but the display mode, of which only what the
    question sets, and but what changes while one watches.
    """
    setting = question.state(language).setting
    free = {*WATCHED.get(question.page, ())}
    free |= {*setting.views()} - question.fields_set(language)
    return {name: value for name, value in setting.to_json().items() if name not in free}


def spoken_of(question: Question, language: str) -> tuple[str, ...]:
    """Return the names of the fields that the answer speaks of."""
    return tuple(_fields(question, language))


def questions_of(page: str) -> tuple[Question, ...]:
    """Return the questions that a page answers, in the order of the register."""
    return tuple(question for question in REGISTER if question.page == page)


@cache
def _spoken_of(page: str) -> tuple[tuple[Question, tuple[dict[str, JsonValue], ...]], ...]:
    """Return the questions of a page, each with the fields that it speaks of in each language."""
    return tuple(
        (question, tuple(_fields(question, code) for code in LANGUAGES))
        for question in questions_of(page)
    )


def questions_at(page: str, setting: Setting) -> tuple[Question, ...]:
    """Return the questions that a setting of a page answers, in the order of the register."""
    plain = setting.to_json()
    return tuple(
        question
        for question, spoken_of in _spoken_of(page)
        if any(_is_answered(question, fields, plain) for fields in spoken_of)
    )


def _is_answered(
    question: Question, fields: Mapping[str, JsonValue], plain: Mapping[str, JsonValue]
) -> bool:
    stays = question.stays
    return all(
        plain[name] == value or (name in stays and plain[name] in (stays[name] or (plain[name],)))
        for name, value in fields.items()
    )


def is_silent_at(question: Question, language: str, setting: Setting) -> bool:
    """Return whether only those see the answer who asked for it: the page opens with it, or the
    setting is one with which it only stays.
    """
    if is_opened_by(question, language):
        return True
    plain, own = setting.to_json(), [_fields(question, code) for code in LANGUAGES]
    return not any(fields.items() <= plain.items() for fields in own)


@cache
def _starts(page: str) -> tuple[Setting, ...]:
    cls = _page(page).setting
    return tuple(cls.default(text_of(page, code)) for code in LANGUAGES)


def is_opened_by(question: Question, language: str) -> bool:
    """Return whether a page that is just opened answers this question as it is."""
    return question.state(language).setting in _starts(question.page)


def all_phrases(question: Question, language: str = "") -> list[str]:
    """Return the ways to ask a question, in one language or in all."""
    codes = [language] if language else list(LANGUAGES)
    return [one for code in codes for one in (question.text(code), *question.also(code))]
