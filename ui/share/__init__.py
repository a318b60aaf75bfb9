"""What leaves the workbench, and comes back: the link, pictures, data."""
