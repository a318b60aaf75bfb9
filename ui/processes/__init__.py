"""Several processes of the app on one machine, and the proxy that keeps each visitor on one."""
