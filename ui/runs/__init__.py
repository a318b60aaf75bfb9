"""Training runs as work for a cluster, and the routes for what they have recorded."""
