"""What the sources say about the cards: copied from the fact sheet, apart from the card files."""

from __future__ import annotations

#: year: (index, headline, headline on the other side, years it affects)
LINCHPINS: dict[int, tuple[str, str, str, tuple[int, ...]]] = {
    1865: ("A1", "Lincoln Assassinated", "Lincoln Wounded", (1868, 1974)),
    1912: ("A3", "Titanic Sinks", "Titanic Avoids Iceberg", (1929, 1933)),
    1914: ("A4", "Archduke Ferdinand Assassinated", "Archduke Ferdinand Unharmed in Attack", (1918,)),
    1915: ("A5", "Lusitania Sinks", "Lusitania Arrives Safely", (1917, 1933)),
    1936: ("B2", "Hitler Opens '36 Olympics", "Hitler is Assassinated", (1939, 1942, 1944, 1945, 1948)),
    1937: ("B3", "Hindenburg Explodes", "Bomb Found on Hindenburg", (1950,)),
    1941: ("B5", "Pearl Harbor Bombed", "Raid on Pearl Harbor Called Off by Tokyo", (1944, 1945)),
    1943: ("B7", "Manhattan Project", "Manhattan Project Sabotaged", (1945, 1962)),
    1957: ("C4", "Sputnik Launched", "Sputnik Rocket Explodes on Pad", (1962, 1969)),
    1963: ("C6", "Kennedy Assassinated", "JFK Injured in Motorcade Shooting", (1968, 1969, 1974)),
    1980: ("D2", "John Lennon Murdered", "John Lennon Nearly Killed", (1986, 1999)),
    1981: ("D3", "Reagan Wounded", "Reagan Assassinated", (1986, 1991)),
    1993: ("D6", "Waco Compound Burns to Ground", "Waco Standoff Defused Peacefully", (1995,)),
}

#: year: (index, headline, how the linchpins combine, their years)
RIPPLEPOINTS: dict[int, tuple[str, str, str, tuple[int, ...]]] = {
    1868: ("A2", "Andrew Johnson Impeached", "one", (1865,)),
    1917: ("A6", "US Declares War on Germany", "one", (1915,)),
    1918: ("A7", "Europe in Ruins after World War I", "one", (1914,)),
    1929: ("A8", "Stock Market Crashes", "one", (1912,)),
    1933: ("B1", "The Great Depression", "or", (1912, 1915)),
    1939: ("B4", "Germany Invades Poland", "one", (1936,)),
    1942: ("B6", "Final Solution Undertaken", "one", (1936,)),
    1944: ("B8", "D-Day", "and", (1936, 1941)),
    1945: ("C1", "A-Bombs Dropped on Japan", "or", (1936, 1941, 1943)),
    1948: ("C2", "Israel Founded", "one", (1936,)),
    1950: ("C3", "Seoul Captured by North Korea", "one", (1937,)),
    1962: ("C5", "Cuban Missile Crisis", "or", (1943, 1957)),
    1968: ("C7", "MLK and RFK Assassinated", "one", (1963,)),
    1969: ("C8", "Apollo 11 Lands on Moon", "or", (1957, 1963)),
    1974: ("D1", "Nixon Resigns", "and", (1865, 1963)),
    1986: ("D4", "Challenger Explodes", "and", (1980, 1981)),
    1991: ("D5", "Soviet Union Collapses", "one", (1981,)),
    1995: ("D7", "Oklahoma City Bombing", "one", (1993,)),
    1999: ("D8", "Columbine High School Massacre", "one", (1980,)),
}

#: The eighteen stable patches: year and title.
STABLE_PATCHES: dict[int, str] = {
    1868: "Abraham Lincoln Impeached",
    1917: "President Wilson Keeps US Out of War",
    1918: "European Economy Booms",
    1929: "Titanic Explodes",
    1933: "The Mild Recession",
    1939: "Fairgoers Love German Cake",
    1942: "Nuremberg Race Laws Repealed",
    1944: "Warsaw Hosts Olympic Games",
    1948: "Berlin Hosts World's Fair",
    1950: "Zeppelin Factory Opened in Seoul",
    1962: "World War 3",
    1968: "Vietnam Peace Accord Signed",
    1969: "Cosmonauts Orbit Moon",
    1974: "President King Takes Office",
    1986: "Marijuana Legalized",
    1991: "Communism Re-invents Itself",
    1995: "David Koresh's Ministry Opens New Hospital",
    1999: "Guns Banned",
}

#: name: (the true event, the two patches)
IDENTITIES: dict[str, tuple[int, tuple[int, int]]] = {
    "Ginohn": (1868, (1944, 1999)),
    "Renee": (1917, (1929, 1948)),
    "Yitzchak": (1918, (1942, 1995)),
    "Oliver": (1929, (1917, 1974)),
    "Squa Tront": (1933, (1950, 1962)),
    "Timmy": (1944, (1918, 1999)),
    "Betty": (1945, (1968, 1969)),
    "Rainbow": (1948, (1968, 1986)),
    "Gunther": (1950, (1917, 1918)),
    "Mr. X": (1968, (1950, 1995)),
    "Andy": (1969, (1939, 1986)),
    "Fruity": (1986, (1868, 1933)),
    "Werner": (1991, (1939, 1974)),
    "Yuri": (1995, (1969, 1991)),
}

#: Published counts: each of these years is the true event of one identity.
TRUE_ONCE = (1868, 1917, 1918, 1929, 1933, 1944, 1945, 1948, 1950, 1968, 1969, 1986, 1991, 1995)
#: How many identities need the patch of a year.
PATCH_OF_TWO = (1917, 1918, 1939, 1950, 1968, 1969, 1974, 1986, 1995, 1999)
PATCH_OF_ONE = (1868, 1929, 1933, 1942, 1944, 1948, 1962, 1991)
PATCH_OF_NONE = (1945,)

#: kind: how many in the first edition, how many in 1.4
COUNTS = {
    "linchpin": (13, 13),
    "ripplepoint": (19, 19),
    "identity": (14, 14),
    "mission": (10, 10),
    "inverter": (20, 18),
    "patch": (21, 22),
    "artifact": (15, 19),
    "action_card": (14, 14),
    "timewarp": (10, 9),
    "gadget": (0, 2),
    "card": (80, 84),
}
