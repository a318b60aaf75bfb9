"""Models assembled from parts: an encoder alone, a decoder alone, or both."""

from typing import cast

from torch import Tensor, nn

from transformer_core.layers import Embedding, Linear
from transformer_core.trace import seen
from transformer_core.transformer import TiedOutput
from transformer_core.variants.attention_view import View, view_of
from transformer_core.variants.input_encoding import InputEncoding, InputParts
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_core.variants.model_parts import ModelParts, OutputParts, StackParts
from transformer_core.variants.output_heads import BiasedTiedOutput
from transformer_core.variants.shared_layers import share_weights
from transformer_core.variants.soft_cap import soft_cap


class Stack(nn.Module):
    """Layers one after the other, and a last norm where there is one.

    Records: position_bias, where there is one, broadcastable to (batch, heads, seq, seq); output
        (batch, seq_len, d_model).
    """

    def __init__(self, parts: StackParts) -> None:
        super().__init__()
        self.position_bias = parts.position_bias() if parts.position_bias else None
        self.layers = nn.ModuleList(build() for build in parts.layers)
        if parts.shares_weights:
            share_weights(self.layers)
        self.norm = parts.norm() if parts.norm else None

    def forward(
        self, x: Tensor, view: View, memory: Tensor | None = None, memory_view: View | None = None
    ) -> Tensor:
        """Takes and returns (batch, seq_len, d_model); the rest is as in `Layer`."""
        if self.position_bias is not None:
            bias = self.position_bias(view.queries, view.keys)
            view = view.with_bias(seen(self, "position_bias", bias))
        for layer in self.layers:
            x = layer(x, view, memory, memory_view)
        return seen(self, "output", x if self.norm is None else self.norm(x))


class AssembledModel(nn.Module):
    """What the three kinds of models share: how tokens enter, and how logits leave."""

    output: nn.Module | None
    head: nn.Module | None
    cap: float | None

    def _add_output(self, parts: OutputParts | None, side: InputParts, table: Embedding) -> None:
        self.head = parts.head() if parts and parts.head else None
        self.cap = parts.cap if parts else None
        if parts is None:
            self.output = None
        elif parts.kind == "own":
            self.output = Linear(side.width, side.vocab_size, bias=parts.bias)
        else:
            self.output = (TiedOutput if parts.kind == "tied" else BiasedTiedOutput)(table)

    def _encoded(
        self, side: str, ids: Tensor, positions: Tensor, types: Tensor | None = None
    ) -> Tensor:
        """The tokens of "src" or "tgt", (batch, seq_len), as its first layer takes them."""

        def look(name: str, step: Tensor) -> Tensor:
            return seen(self, f"{side}_{name}", step)

        embeddings = look("embeddings", self.get_submodule(f"{side}_embedding")(ids))
        encoding = cast(InputEncoding, self.get_submodule(f"{side}_encoding"))
        positions = encoding.counted(ids, positions)
        x: Tensor = encoding(embeddings, positions, types, look)  # (batch, seq_len, d_model)
        return x

    def logits(self, x: Tensor) -> Tensor:
        """What a stack's last vectors (batch, seq, d_model) say: logits (batch, seq, vocab).

        Without an output layer, the vectors that would have come before it.
        """
        x = x if self.head is None else self.head(x)
        if self.output is None:
            return x
        logits = self.output(x)  # (batch, seq_len, vocab)
        if self.cap is not None:
            logits = soft_cap(seen(self, "logits_uncapped", logits), self.cap)
        return seen(self, "logits", logits)


class EncoderModel(AssembledModel):
    """An encoder alone, such as BERT.

    Records, besides what its parts record: src_embeddings, and what `InputEncoding` makes of them
        with src_ before each name (batch, seq_len, d_model); logits (batch, seq_len, vocab).
    """

    def __init__(self, parts: ModelParts) -> None:
        super().__init__()
        assert parts.src is not None and parts.encoder is not None
        self.src_embedding = Embedding(parts.src.vocab_size, parts.src.width)
        self.src_encoding = InputEncoding(parts.src)
        self.encoder = Stack(parts.encoder)
        self._add_output(parts.output, parts.src, self.src_embedding)

    def forward(
        self, src_ids: Tensor, padding: Tensor | None = None, token_types: Tensor | None = None
    ) -> Tensor:
        """Logits of what stands at each position; without an output layer its last vectors.

        Args:
            src_ids: (batch, seq_len) token ids.
            padding: (batch, seq_len) bool, True where a token only fills up the batch.
            token_types: (batch, seq_len), of two sentences which one; all 0 when None.

        Returns: (batch, seq_len, vocab), or (batch, seq_len, d_model).
        """
        view = view_of(src_ids.size(1), padding, is_causal=False, device=src_ids.device)
        x = self._encoded("src", src_ids, view.queries, token_types)
        return self.logits(self.encoder(x, view))


class DecoderModel(AssembledModel):
    """A decoder alone, such as GPT-2.

    Records: as `EncoderModel`, with tgt_ in the place of src_.
    """

    def __init__(self, parts: ModelParts) -> None:
        super().__init__()
        assert parts.tgt is not None and parts.decoder is not None
        self.tgt_embedding = Embedding(parts.tgt.vocab_size, parts.tgt.width)
        self.tgt_encoding = InputEncoding(parts.tgt)
        self.decoder = Stack(parts.decoder)
        self._add_output(parts.output, parts.tgt, self.tgt_embedding)

    def forward(
        self,
        tgt_ids: Tensor,
        padding: Tensor | None = None,
        cache: KeyValueCache | None = None,
    ) -> Tensor:
        """Logits of the token after each one, given those up to it.

        Args:
            tgt_ids: (batch, seq_len) token ids; with a cache those that follow the ones in it.
            padding: (batch, seq_k) bool, True where a token only fills up the batch; the tokens in
                the cache included.

        Changes: the cache, which then has these tokens' keys and values, too.
        Returns: (batch, seq_len, vocab).
        """
        seq_len, device = tgt_ids.size(1), tgt_ids.device
        view = view_of(seq_len, padding, is_causal=True, device=device, cache=cache)
        places = self.tgt_encoding.places(view.queries, padding)
        decoded = self.decoder(self._encoded("tgt", tgt_ids, places), view)
        if cache is not None:
            cache.seq_len += seq_len
        return self.logits(decoded)


class EncoderDecoderModel(AssembledModel):
    """Both, as in the paper.

    Records: as `EncoderModel`, for both sides.
    """

    def __init__(self, parts: ModelParts) -> None:
        super().__init__()
        assert parts.src is not None and parts.encoder is not None
        assert parts.tgt is not None and parts.decoder is not None
        self.src_embedding = Embedding(parts.src.vocab_size, parts.src.width)
        self.tgt_embedding = (
            self.src_embedding
            if parts.shared_embedding
            else Embedding(parts.tgt.vocab_size, parts.tgt.width)
        )
        self.src_encoding = InputEncoding(parts.src)
        self.tgt_encoding = InputEncoding(parts.tgt)
        self.encoder = Stack(parts.encoder)
        self.decoder = Stack(parts.decoder)
        self._add_output(parts.output, parts.tgt, self.tgt_embedding)

    def forward(
        self,
        src_ids: Tensor,
        tgt_ids: Tensor,
        src_padding: Tensor | None = None,
        tgt_padding: Tensor | None = None,
    ) -> Tensor:
        """Logits of the token after each target token, given the source and the target so far.

        Args:
            src_ids: (batch, seq_k) token ids.
            tgt_ids: (batch, seq_q) token ids.
            src_padding: (batch, seq_k) bool, True where a token only fills up the batch.
            tgt_padding: (batch, seq_q).

        Returns: (batch, seq_q, vocab).
        """
        return self.decode(tgt_ids, self.encode(src_ids, src_padding), src_padding, tgt_padding)

    def encode(self, src_ids: Tensor, src_padding: Tensor | None = None) -> Tensor:
        """The source as the decoder will look at it: (batch, seq_k) -> (batch, seq_k, d_model)."""
        view = view_of(src_ids.size(1), src_padding, is_causal=False, device=src_ids.device)
        return self.encoder(self._encoded("src", src_ids, view.queries), view)

    def decode(
        self,
        tgt_ids: Tensor,
        memory: Tensor,
        src_padding: Tensor | None = None,
        tgt_padding: Tensor | None = None,
        cache: KeyValueCache | None = None,
    ) -> Tensor:
        """Logits for the target, given an encoded source (batch, seq_k, d_model).

        With a cache the target is what follows the tokens in it, as in `DecoderModel`.
        """
        seq_len, device = tgt_ids.size(1), tgt_ids.device
        view = view_of(seq_len, tgt_padding, is_causal=True, device=device, cache=cache)
        source = view_of(memory.size(1), src_padding, is_causal=False, device=device)
        memory_view = View(view.queries, source.keys, source.mask, cache=cache, is_memory=True)
        x = self._encoded("tgt", tgt_ids, view.queries)
        decoded = self.decoder(x, view, memory, memory_view)
        if cache is not None:
            cache.seq_len += seq_len
        return self.logits(decoded)


def assembled(parts: ModelParts) -> AssembledModel:
    """The model of a description, in evaluation mode."""
    if parts.encoder is None:
        return DecoderModel(parts).eval()
    return (EncoderModel(parts) if parts.decoder is None else EncoderDecoderModel(parts)).eval()
