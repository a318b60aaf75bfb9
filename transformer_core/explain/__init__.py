"""Where a number comes from: computations laid open, the kinds of steps, and their terms."""
