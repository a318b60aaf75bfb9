"""What came after the paper, one idea a file, each in the place of one of the paper's own parts.

- Norms: `rms_norm`; where they are: `norm_placement`
- Layers that share their weights: `shared_layers`
- Positions: `learned_positions`, `sinusoidal_positions` (the paper's in another order),
  `fairseq_positions`, `rotary_positions` with `rotary_scaling`, `relative_bias`, `alibi`
- Attention: `grouped_attention` (what it saves: `shared_heads`), with `query_key_norm`,
  `soft_cap`, `attention_view` (what a query may see) and `key_value_cache`
- Masks: `sliding_window`, `prefix_mask`, `packed_documents`
- Feed-forward: `activations`, `activated_feed_forward`, `gated_feed_forward`
- Before the first layer `input_encoding`, after the last one `output_heads`
- Training: `schedules`, beside the paper's learning rate
- `model_parts` describes a whole model, `models` builds it

A part is chosen once, when a model is built: nothing here asks at every forward what the model is.
"""
