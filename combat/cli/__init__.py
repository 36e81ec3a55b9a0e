"""What the command lines share: switches, exit statuses, worker processes, Ctrl-C."""
