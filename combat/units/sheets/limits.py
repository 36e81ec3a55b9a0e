"""The words and limits of the columns of actions and statuses."""

TARGETS = ("foe", "ally", "self", "fallen", "nobody")
WHOM = ("random", "weakest", "strongest", "front", "hurt")
PER = ("fight", "day")
REACTS = ("begins", "struck", "missed", "ally struck", "hit", "falls", "foe falls", "down")
FALLEN = ("falls", "down")  # at which it is the fallen who react
SHARES = ("target hp", "missing hp", "full hp", "own hp")  # of which damage may be a share
ON = ("hit", "graze", "critical", "miss", "fumble")  # results at which a status may be given
TIMERS = ("all", "own")
OVERKILL = ("next", "lost", "spill")
MOST_TIMES = 100
MOST_TARGETS = 100_000
MOST_TURNS = 1000
MOST_USES = 1_000_000
MOST_WEIGHT = 1e6
MOST_STACKS = 100
MOST_CHANGE = 1e9
NUMERIC = ("attack", "defense", "armor")
KEPT = ("name", "hp", "speed", "cost", "count", "initiative")  # what no action changes
NO_COUNTERS = dict.fromkeys((*KEPT, *NUMERIC, "damage"), "give a status that changes it")
NO_COUNTERS["hp"] = "write heals, damage or drain"
