"""What one does with the Transformer of `transformer_core`.

- examples: inputs worth looking at
- measures: a model's numbers described in figures
- mistakes: what goes wrong where one line of the model is wrong, and what shows it
- learning: small tasks, and models that learn them
"""
