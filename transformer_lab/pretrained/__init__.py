"""Other people's models: opened from their own files, computed by ours, checked against theirs.

    from transformer_lab import open_model

To add a family, see "How to add a model family" in docs/architecture.md.

- allowed, folder, hub, sizes: which models may be opened, and what their files must be
- settings, stored_weights: config.json and safetensors, read with care
- family, families, filling: what a family's models are made of, and how they are filled
- tokeniser, languages, pieces: from text to tokens
- opening, opened, probe: a model to look into, and whether it computes what transformers does
"""
