"""What all packages use: binomial chances, blows, intervals, checks of numbers, files."""
