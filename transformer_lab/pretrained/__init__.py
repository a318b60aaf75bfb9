"""Other people's models: which may be opened, and what their folders must hold."""
