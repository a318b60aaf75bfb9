"""The origin of a number: computations with provenance, the kinds of steps, and their terms."""
