"""What the command lines share: switches, how they end, worker processes, Ctrl-C."""
