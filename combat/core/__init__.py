"""What all packages use: binomial chances, intervals, estimates, checks, numbers, words, files."""
