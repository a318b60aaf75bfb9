"""A map of somebody else's model, made in the model's own process; see `Board`."""
