"""What all packages use: binomial chances, intervals, checks of numbers, words, files."""
