"""Which column a heading means: as designers write them, and as they say in a mapping."""

import re
import unicodedata
from difflib import get_close_matches

from combat.core.words import listed, printable
from combat.tables.content import TableError
from combat.tables.header import TRIED, key

# Words of other languages, accents and blanks left out.
_WORDS = {
    "name": "nom nombre nome naam nazwa einheit unite unidad unidade unita jednostka имя название "
    "юнит 名前 名字 名称 名稱 이름",
    "hp": "pv lp tp pdv pointsdevie vie sante puntosdevida vida salud pontosdevida saude "
    "puntiferita vita salute punktyzycia zdrowie lebenspunkte trefferpunkte leben здоровье "
    "生命 生命值 血量 体力 體力 체력 생명력",
    "attack": "angriff attaque atq ataque attacco atak атака 攻击 攻击力 攻擊 攻擊力 攻撃 攻撃力 "
    "공격 공격력",
    "defense": "verteidigung abwehr defensa defesa difesa obrona защита 防御 防御力 防禦 防禦力 "
    "방어 방어력",
    "damage": "schaden degats dommages dano danno danni obrazenia урон 伤害 傷害 ダメージ 데미지 "
    "피해 피해량",
    "armor": "rustung ruestung panzerung armure armadura armatura pancerz броня 护甲 護甲 装甲",
    "speed": "geschwindigkeit vitesse velocidad velocidade velocita szybkosc скорость 速度 속도",
    "cost": "kosten preis cout prix coste costo precio custo preco prezzo koszt cena стоимость "
    "цена 费用 价格 費用 價格 コスト 価格 비용 가격",
    "count": "anzahl quantite cantidad quantidade quantita liczba количество 数量 數量 수량",
}
# The headings that mean a column, whatever their case, blanks and signs. Those of a later group
# count only where the file has none of an earlier one; two of one group claim the column both.
HEADINGS = {
    "name": (
        ("name", "unit", "unit name"),
        tuple(_WORDS["name"].split()),
        (
            "monster",
            "monster name",
            "creature",
            "creature name",
            "enemy",
            "enemy name",
            "character",
            *("character name", "card name", "hero name", "mob name", "ship name", "troop name"),
            "display name",
        ),
        (
            *("class", "class name", "model", "hero", "ship", "card", "troop", "mob"),
            *("title", "label", "nickname"),
        ),
        ("key", "id", "unit id"),
    ),
    "hp": (
        ("hp", "health", "hit points", "max hp", "hp max", "max health", "health max", "base hp"),
        ("hits", *_WORDS["hp"].split()),
        (
            "health points",
            "max hit points",
            "hit points max",
            "hp average",
            "average hp",
            "base health",
        ),
        ("life", "life points", "wounds"),
        ("vitality", "constitution"),
    ),
    "attack": (
        ("attack", "atk", "att", "attack bonus", "melee attack", "base attack"),
        tuple(_WORDS["attack"].split()),
        ("attack value", "melee a", "to hit", "hit bonus", "offense", "offence"),
    ),
    "defense": (
        ("defense", "defence", "def", "dfn", "base defense", "base defence"),
        tuple(_WORDS["defense"].split()),
        ("melee defense", "melee defence", "melee d", "defense value", "defence value"),
    ),
    "damage": (
        ("damage", "dmg", "dam", "damage dice", "base damage"),
        tuple(_WORDS["damage"].split()),
        ("damage roll", "melee damage", "attack damage", "weapon damage", "might"),
    ),
    "armor": (("armor", "armour"), tuple(_WORDS["armor"].split()), ("damage reduction", "soak")),
    "speed": (
        ("speed",),
        tuple(_WORDS["speed"].split()),
        ("actions per turn", "attacks per turn"),
    ),
    "cost": (
        ("cost", "price"),
        tuple(_WORDS["cost"].split()),
        (
            *("points", "pts", "points cost", "point cost", "gold", "gold cost", "cost gold"),
            *("mana cost", "build cost", "total cost"),
        ),
        ("upkeep", "value"),
    ),
    "count": (("count",), tuple(_WORDS["count"].split()), ("quantity", "qty")),
}
# Damage in two columns, from the first to the second.
RANGES = (
    ("low damage", "up damage"),
    ("low damage", "high damage"),
    ("min damage", "max damage"),
    ("damage min", "damage max"),
    ("damage low", "damage high"),
    ("minimum damage", "maximum damage"),
    ("min dmg", "max dmg"),
    ("dmg min", "dmg max"),
)
_ENDS = ("minimum", "maximum", "min", "max", "lowest", "highest", "low", "high", "up")
# Further columns that rules read under one name alone, and what designers call them.
_NEARLY = {
    "initiative": "init, ini, initiative bonus, initiative modifier, init bonus, init mod",
    "crit chance": "crit, crit %, crit rate, critical chance, critical rate, critical %, "
    "critical hit chance, crit hit chance, chance to crit, chance of crit",
    "crit damage": "crit dmg, critical damage, critical dmg, crit mult, crit multi, "
    "crit multiplier, critical mult, critical multiplier, crit factor, crit bonus",
    "crit on": "crit range, critical range, threat range",
    "per turn": "actions per round",
    "begins with": "starts with",
}
# What is so short that it may mean many things, for advice alone.
_SHORT = {"hp": ("body", "w", "wds", "h", "vit", "con", "stamina"), "name": ("type", "who")}
ROLES = tuple(HEADINGS)
KINDS = ("own", "text", "-")
NEEDED = ("name", "hp")


def plain(heading):
    """Return a heading as it counts: small letters without accents, and digits."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", heading).casefold())


def as_column(name):
    """Return the column that a heading, a counter or a kind names: "Ki-Points" is ki_points."""
    return re.sub(r"\W+", "_", name.casefold()).strip("_")


_RANKS = {
    plain(heading): (role, rank)
    for role, groups in HEADINGS.items()
    for rank, group in enumerate(groups)
    for heading in group
}


_NEAR = {
    plain(near): column
    for column, others in _NEARLY.items()
    for near in (column, *others.split(", "))
}


def mapping_name(name):
    """Return how the mapping beside a file is called: units.columns.csv beside units.csv.

    >>> mapping_name("units.csv")
    'units.columns.csv'
    """
    return f"{name.rpartition('.')[0] or name}.columns.csv"


def near_of(heading):
    """Return the column of a rule that a heading nearly names: "Init"; "" for none."""
    return _NEAR.get(plain(heading), "")


def end_of(heading):
    """Return the column of whose values a heading names the lowest or highest; "" for none."""
    spelled = plain(heading)
    for word in _ENDS:
        for rest in (spelled.removeprefix(word), spelled.removesuffix(word)):
            if rest != spelled and rest in _RANKS:
                return _RANKS[rest][0]
    return ""


class Headings:
    """What a file's headings mean, as a `Wanted`; given: {heading in lower case: its columns}."""

    chooses = True

    def __init__(self, given):
        self.given, self.told = dict(given), []

    def roles_of(self, cells):
        """Return ({column: place}, {column: the places of several headings that claim it})."""
        roles, claims = {}, {}
        for place, heading in enumerate(cells):
            for column in self.given.get(key(heading), ()):
                if column in ROLES:
                    roles.setdefault(column, place)
        for place, heading in enumerate(cells):
            role, rank = _RANKS.get(plain(heading), (None, 0))
            if role and key(heading) not in self.given:
                claims.setdefault(role, {}).setdefault(rank, []).append(place)
        twice = {}
        for role, ranks in claims.items():
            places = ranks[min(ranks)]
            if role in roles:
                continue
            if len(places) > 1:
                twice[role] = places
            else:
                roles[role] = places[0]
        return roles, twice

    def range_of(self, cells):
        """Return the places of two headings that hold the damage from and to, or None."""
        spelled = [plain(cell) for cell in cells]
        for low, high in RANGES:
            if spelled.count(plain(low)) == spelled.count(plain(high)) == 1:
                return spelled.index(plain(low)), spelled.index(plain(high))
        return None

    def named(self, cells):
        """Return how many columns a row names."""
        roles, twice = self.roles_of(cells)
        mapped = sum(key(cell) in self.given for cell in cells if cell)
        return mapped + len(roles) + len(twice)

    def most(self, rows):
        """Return how many columns a row names, the most of the first rows (row, cells)."""
        return max((self.named(cells) for _, cells in rows[:TRIED]), default=0)

    def all_in(self, rows):
        """Return whether one of the first rows names all that a unit needs."""
        found = (self.roles_of(cells) for _, cells in rows[:TRIED])
        return any(all(role in roles or role in twice for role in NEEDED) for roles, twice in found)

    def settle(self, page, cells, rows):
        """Take one of several headings for a column where the cells say which.

        The first if all say the same; else the column's own, if it is the only one filled in all
        rows.
        """
        for role, places in self.roles_of(cells)[1].items():
            held = [filled(row, places) for _, row in rows]
            full = [at for at in places if all(filled(row, [at])[0] for _, row in rows)]
            if any(one[0] for one in held) and all(len(set(one)) == 1 for one in held):
                taken, why = places[0], "says the same in all rows"
            elif len(full) == 1 and plain(cells[full[0]]) == role and role not in NEEDED:
                taken, why = full[0], "isn't filled in all rows"
            else:
                continue
            first = cells[taken]
            others = dict.fromkeys(cells[at] for at in places if cells[at] != first)
            if not others:
                continue
            self.given[key(first)] = (role,)
            also = " and ".join(f"'{printable(one)}'" for one in others)
            self.told.append(f"{page.name}: '{printable(first)}' is taken for {role}; {also} {why}")

    def check(self, page, row, cells):
        """Raise a TableError for what is needed and isn't named, or is claimed twice."""
        spelled = [key(cell) for cell in cells]
        where = f"{page.name}, row {row}"
        for heading, columns in self.given.items():
            if heading not in spelled:
                near = get_close_matches(heading, spelled, 1, 0.5)
                meant = (
                    f"; did you mean '{printable(cells[spelled.index(near[0])])}'?" if near else ""
                )
                raise TableError(
                    f"{where}, column '{printable(heading)}': the column is missing, which is to "
                    f"be {' and '.join(columns)}{meant}; the header has {_shown(cells)}"
                )
        for heading, columns in self.given.items():
            if spelled.count(heading) > 1 and set(columns) & set(ROLES):
                columns = " and ".join(columns)
                raise TableError(f"{where}, {_alike(cells[spelled.index(heading)], columns)}")
        roles, twice = self.roles_of(cells)
        for role, places in twice.items():
            if role in NEEDED:
                raise TableError(f"{where}, {self.claimed(role, [cells[at] for at in places])}")
        for role in NEEDED:
            if role not in roles:
                raise TableError(
                    f"{where}, column '{role}': the column is missing; the header has "
                    f"{_shown(cells)}{page.elsewhere(self)}; "
                    f"{_mend(role, cells, mapping_name(page.name))}"
                )

    def claimed(self, role, headings):
        """Return what is to be said of several headings that claim one column."""
        if len({*map(key, headings)}) == 1:
            return _alike(headings[0], role)
        both = " and ".join(f"'{printable(heading)}'" for heading in headings)
        return (
            f"column '{printable(headings[0])}': {both} may both be {role}; say which in two lines "
            f"of the file's .columns.csv: 'heading,as' and '{printable(headings[0])},{role}'"
        )


def filled(row, places):
    """Return the cells of a row at some places, blank where it is shorter."""
    return [row[place] if place < len(row) else "" for place in places]


def _alike(heading, role):
    return (
        f"column '{printable(heading)}': several columns have this heading, and one may be {role}; "
        f"rename the others"
    )


def _shown(cells):
    return printable(listed(filter(None, cells)))


def _is_at_an_end(word, heading):
    return len(word) > 1 and (heading.startswith(word) or heading.endswith(word))


def _mend(role, cells, name):
    """How to name a column: the lines of a mapping, with the heading that is nearest to it."""
    spelled = {plain(cell): cell for cell in cells if cell}
    known = [plain(heading) for group in HEADINGS[role] for heading in group]
    near = [one for word in known for one in spelled if _is_at_an_end(word, one)]
    near += [one for one in spelled if len(one) > 2 and get_close_matches(one, known, 1, 0.85)]
    near += [one for one in _SHORT.get(role, ()) if one in spelled]
    if not near:
        return f"write a heading such as {role} above it"
    line = f"{printable(spelled[near[0]])},{role}"
    return f"write two lines into {name}: 'heading,as' and '{line}'"
