"""What the heads of the translator attend to, measured on sentences whose trees are known."""
