"""The terms of the paper: where each is defined, and where it can be seen.

One declaration a term; its name, its other forms and its sentence are in the text files under the
same key.
"""

from dataclasses import dataclass

from ui.words.language import Text, text_of
from ui.words.paper import section_address

WORDS = "glossary"
"""The name of the text files."""
BETWEEN = "|"
"""What is between the forms of a word in the text files."""


@dataclass(frozen=True)
class Source:
    """A section of the paper, perhaps with an equation; or another work with its link."""

    section: str = ""
    equation: int = 0
    title: str = ""
    link: str = ""

    def address(self) -> str:
        return self.link or section_address(self.section)

    def text(self, text: Text) -> str:
        if self.title:
            return self.title
        values = {"section": self.section, "equation": self.equation}
        return text(f"glossary.paper{'_equation' if self.equation else ''}", **values)


@dataclass(frozen=True)
class Term:
    """One term. `question` is one of the questions that its page answers: seeing the term opens
    the setting that answers it.
    """

    key: str
    page: str
    source: Source
    symbol: str = ""
    question: str = ""

    def name(self, language: str) -> str:
        return text_of(WORDS, language)(f"terms.{self.key}.name")

    def sentence(self, language: str) -> str:
        return text_of(WORDS, language)(f"terms.{self.key}.sentence")

    def forms(self, language: str) -> list[str]:
        """Return how it is written in texts."""
        return [self.name(language), *_pieces(f"terms.{self.key}.also", language)]

    def never(self, language: str) -> list[str]:
        """Return phrases in which its word means something else."""
        return _pieces(f"terms.{self.key}.never", language)


def _pieces(name: str, language: str) -> list[str]:
    text = text_of(WORDS, language)
    written = text(name) if name in text else ""
    return [one.strip() for one in written.split(BETWEEN) if one.strip()]


def paper(section: str, equation: int = 0) -> Source:
    return Source(section, equation)


LENS = Source(
    title="nostalgebraist, 2020, “interpreting GPT: the logit lens”",
    link="https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens",
)
PATCHING = Source(
    title="Vig et al., 2020, “Investigating Gender Bias in Language Models Using Causal Mediation "
    "Analysis”",
    link="https://arxiv.org/abs/2004.12265",
)
ROLLOUT = Source(
    title="Abnar and Zuidema, 2020, “Quantifying Attention Flow in Transformers”",
    link="https://arxiv.org/abs/2005.00928",
)
SINKS = Source(
    title="Xiao et al., 2023, “Efficient Streaming Language Models with Attention Sinks”",
    link="https://arxiv.org/abs/2309.17453",
)
PRE_NORM = Source(
    title="Xiong et al., 2020, “On Layer Normalization in the Transformer Architecture”",
    link="https://arxiv.org/abs/2002.04745",
)
CIRCUITS = Source(
    title="Elhage et al., 2021, “A Mathematical Framework for Transformer Circuits”",
    link="https://transformer-circuits.pub/2021/framework/index.html",
)
TEACHER_FORCING = Source(
    title="Williams and Zipser, 1989, “A Learning Algorithm for Continually Running Fully "
    "Recurrent Neural Networks”",
    link="https://doi.org/10.1162/neco.1989.1.2.270",
)
TEMPERATURE = Source(
    title="Hinton et al., 2015, “Distilling the Knowledge in a Neural Network”",
    link="https://arxiv.org/abs/1503.02531",
)
GREEDY = Source(
    title="Holtzman et al., 2019, “The Curious Case of Neural Text Degeneration”",
    link="https://arxiv.org/abs/1904.09751",
)
LOSS = Source(
    title="Goodfellow et al., 2016, “Deep Learning”, section 6.2.1",
    link="https://www.deeplearningbook.org/contents/mlp.html",
)
GRADIENT = Source(
    title="Goodfellow et al., 2016, “Deep Learning”, section 4.3",
    link="https://www.deeplearningbook.org/contents/numerical.html",
)
TORCH = Source(
    title="torch.nn.Transformer",
    link="https://docs.pytorch.org/docs/stable/generated/torch.nn.Transformer.html",
)
SHANNON = Source(
    title="Shannon, 1948, “A Mathematical Theory of Communication”",
    link="https://doi.org/10.1002/j.1538-7305.1948.tb01338.x",
)

TERMS = (
    Term("attention", "attention", paper("3.2"), "softmax(QKᵀ / √d_k) V"),
    Term("self_attention", "self_attention", paper("3.2.3")),
    Term("cross_attention", "your_sentence", paper("3.2.3"), question="cross_attention"),
    Term("query", "attention", paper("3.2.1", 1), "Q", question="q_k_v"),
    Term("key", "attention", paper("3.2.1", 1), "K", question="q_k_v"),
    Term("value", "attention", paper("3.2.1", 1), "V", question="q_k_v"),
    Term("score", "attention", paper("3.2.1", 1), "q · k"),
    Term("scaling", "mistakes", paper("3.2.1", 1), "1 / √d_k", question="sqrt_dk"),
    Term("softmax", "attention", paper("3.2.1", 1), "e^xᵢ / Σⱼ e^xⱼ"),
    Term("weight", "attention", paper("3.2.1", 1), "softmax(QKᵀ / √d_k)"),
    Term("projection", "multi_head_attention", paper("3.2.2"), "W_Q, W_K, W_V, W_O",
         question="head_split"),
    Term("dot_product", "attention", paper("3.2.1"), "q · k = Σᵢ qᵢ kᵢ"),
    Term("head", "multi_head_attention", paper("3.2.2"), "h", question="several_heads"),
    Term("multi_head", "multi_head_attention", paper("3.2.2"),
         "Concat(head₁, …, headₕ) W_O"),
    Term("mask", "masks", paper("3.2.3"), "M", question="minus_infinity"),
    Term("padding", "masks", TORCH, question="which_padding"),
    Term("padding_mask", "masks", TORCH, question="which_padding"),
    Term("look_ahead_mask", "masks", paper("3.2.3"), question="look_ahead"),
    Term("positional_encoding", "positional_encoding", paper("3.5"),
         "PE(pos, 2i) = sin(pos / 10000^(2i / d_model))"),
    Term("embedding", "mistakes", paper("3.4"), "E", question="sqrt_d_model"),
    Term("token", "overview", paper("3.4")),
    Term("vocabulary", "encoder_decoder", paper("5.1")),
    Term("d_model", "encoder_decoder", paper("3.1"), "d_model", question="parameters"),
    Term("d_k", "mistakes", paper("3.2.1"), "d_k", question="sqrt_dk"),
    Term("d_v", "attention", paper("3.2.1"), "d_v"),
    Term("d_ff", "mistakes", paper("3.3"), "d_ff", question="feed_forward"),
    Term("feed_forward", "mistakes", paper("3.3", 2), "max(0, xW₁ + b₁) W₂ + b₂",
         question="feed_forward"),
    Term("relu", "overview", paper("3.3", 2), "max(0, x)"),
    Term("residual", "ablations", paper("3.1"), "x + Sublayer(x)",
         question="residual_and_norm"),
    Term("residual_stream", "overview", CIRCUITS),
    Term("layer_norm", "ablations", paper("3.1"), "γ (x − μ) / √(σ² + ε) + β",
         question="residual_and_norm"),
    Term("post_norm", "encoder_decoder", paper("3.1"), "LayerNorm(x + Sublayer(x))",
         question="pre_or_post"),
    Term("pre_norm", "encoder_decoder", PRE_NORM, "x + Sublayer(LayerNorm(x))",
         question="pre_or_post"),
    Term("sublayer", "encoder_decoder", paper("3.1")),
    Term("encoder", "overview", paper("3.1")),
    Term("decoder", "overview", paper("3.1")),
    Term("memory", "overview", paper("3.2.3")),
    Term("logits", "overview", paper("3.4")),
    Term("teacher_forcing", "encoder_decoder", TEACHER_FORCING, question="teacher_forcing"),
    Term("autoregressive", "overview", paper("3"), question="step_by_step"),
    Term("greedy", "overview", GREEDY, question="step_by_step"),
    Term("beam", "overview", paper("6.1")),
    Term("temperature", "overview", TEMPERATURE, "softmax(z / T)"),
    Term("label_smoothing", "encoder_decoder", paper("5.4"), "ε",
         question="label_smoothing"),
    Term("cross_entropy", "encoder_decoder", SHANNON, "−ln p"),
    Term("perplexity", "training", paper("6.2"), "e^loss"),
    Term("bits", "attention_limits", SHANNON, "−log₂ p"),
    Term("entropy", "attention_limits", SHANNON, "−Σᵢ pᵢ log pᵢ"),
    Term("dropout", "multi_head_attention", paper("5.4"), "P_drop", question="over_1"),
    Term("learning_rate", "learning_rate", paper("5.3", 3),
         "d_model^−0.5 · min(step^−0.5, step · warmup_steps^−1.5)"),
    Term("warm_up", "learning_rate", paper("5.3", 3), "warmup_steps"),
    Term("adam", "training", paper("5.3")),
    Term("gradient", "training", GRADIENT),
    Term("loss", "encoder_decoder", LOSS),
    Term("sink", "attention_limits", SINKS, question="sink"),
    Term("logit_lens", "your_sentence", LENS, question="by_layer"),
    Term("patching", "your_sentence", PATCHING, question="patching"),
    Term("rollout", "your_sentence", ROLLOUT, "Aₗ ⋯ A₁", question="rollout"),
    Term("parameter", "encoder_decoder", paper("6.2"), question="parameters"),
)  # fmt: skip
