"""Where the numbers of an assembled model come from: see `computation.assembled_computation`.

Read like `transformer_core.variants`: a part of a model, and the steps of that part. A new part is
added to the table of its file: `NORMS` and `FEED_FORWARDS` in `parts`, `PREPARATIONS` in
`preparations`, `POSITIONS` and `BIASES` in `positions`, `HEADS` in `ends`, `AFTER` or `BEFORE` in
`layers`.
"""
