"""Common mistakes, each compared with the right way, on the same input and in real numbers.

Nothing else in `transformer_core` or `transformer_lab` uses this package. The right result is
always the core's own; the wrong function differs from a right one in one line, which a comment
marks.
"""

from transformer_core.positional_encoding import positional_encoding
from transformer_lab.mistakes import attention, inputs, layers, masks, training
from transformer_lab.mistakes.figures import figures
from transformer_lab.mistakes.mistake import Comparison, Lines, Mistake, largest_difference

MISTAKES = {
    "unscaled_scores": Mistake(
        attention.queries_and_keys,
        attention.attention_weights,
        attention.unscaled_weights,
        attention.test_weights_match_torch,
    ),
    "softmax_over_queries": Mistake(
        attention.queries_and_keys,
        attention.attention_weights,
        attention.weights_over_queries,
        attention.test_weights_of_each_query_sum_to_1,
    ),
    "mask_after_softmax": Mistake(
        attention.masked_queries_and_keys,
        attention.attention_weights,
        attention.weights_masked_afterwards,
        attention.test_weights_of_each_query_sum_to_1,
    ),
    "mask_hides_itself": Mistake(
        attention.queries_and_keys,
        masks.look_ahead_weights,
        masks.weights_hiding_itself,
        masks.test_each_token_sees_itself,
    ),
    "mask_leaks_next": Mistake(
        attention.queries_and_keys,
        masks.look_ahead_weights,
        masks.weights_seeing_the_next,
        masks.test_no_token_sees_a_later_one,
    ),
    "minus_1e9": Mistake(
        masks.padding_first,
        attention.attention_weights,
        masks.weights_filled_with_minus_1e9,
        masks.test_hidden_keys_get_no_weight,
    ),
    "minus_infinity": Mistake(
        masks.padding_first,
        attention.attention_weights,
        masks.weights_filled_with_minus_infinity,
        masks.test_every_weight_is_a_number,
    ),
    "one_speed": Mistake(
        inputs.encoding_sizes,
        positional_encoding,
        inputs.encoding_at_one_speed,
        inputs.test_the_columns_turn_at_different_speeds,
    ),
    "unscaled_embeddings": Mistake(
        inputs.untrained_embedding,
        inputs.encoded_tokens,
        inputs.encoded_without_scaling,
        inputs.test_embeddings_are_not_outweighed_by_the_encoding,
    ),
    "heads_without_transpose": Mistake(
        layers.signed_tokens,
        layers.split_heads,
        layers.heads_without_transpose,
        layers.test_concatenated_heads_equal_x,
    ),
    "pre_norm": Mistake(
        layers.untrained_encoder,
        layers.post_norm_outputs,
        layers.pre_norm_outputs,
        layers.test_layer_output_has_standard_deviation_1,
    ),
    "loss_over_padding": Mistake(
        training.padded_batch,
        training.loss_over_real_tokens,
        training.loss_averaged_over_padding,
        training.test_loss_ignores_padding,
    ),
    "warmup_exponent": Mistake(
        training.steps_to_draw,
        training.rates,
        training.rates_with_misprinted_exponent,
        training.test_the_rate_peaks_at_the_end_of_the_warm_up,
    ),
}
"""In the order in which a newcomer meets them, from the scores to the training."""

__all__ = ["MISTAKES", "Comparison", "Lines", "Mistake", "figures", "largest_difference"]
