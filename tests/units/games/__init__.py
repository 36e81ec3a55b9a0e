"""Games of many genres as three tables each, and each a second time as a simulation of its own."""
