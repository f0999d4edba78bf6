"""The 140 cards of the object-oriented simulator as data: timeline, deck, identities, missions.

Same structure and counts as the card set of the 1.4 edition. Where the published facts are silent (copies, some
artifacts and missions) it follows the reconstruction in the card files.
"""

from __future__ import annotations

from object_cards import (
    Artifact,
    Card,
    Condition,
    Discontinuity,
    FastForward,
    FastTimeMachine,
    GetThereFirst,
    Identity,
    Inverter,
    ItNeverExisted,
    Memo,
    Miracle,
    Mission,
    NewMission,
    ParentsNeverMet,
    Patch,
    QuickTrip,
    Rewind,
    SellAnArtifact,
    SlowTimeMachine,
    TimeVortex,
    collect,
    copies,
    with_best_mona,
)

#: year, title, the years it affects
LINCHPINS: tuple[tuple[int, str, tuple[int, ...]], ...] = (
    (1865, "Lincoln Assassinated", (1868, 1974)),
    (1912, "Titanic Sinks", (1929, 1933)),
    (1914, "Archduke Ferdinand Assassinated", (1918,)),
    (1915, "Lusitania Sinks", (1917, 1933)),
    (1936, "Hitler Opens '36 Olympics", (1939, 1942, 1944, 1945, 1948)),
    (1937, "Hindenburg Explodes", (1950,)),
    (1941, "Pearl Harbor Bombed", (1944, 1945)),
    (1943, "Manhattan Project", (1945, 1962)),
    (1957, "Sputnik Launched", (1962, 1969)),
    (1963, "Kennedy Assassinated", (1968, 1969, 1974)),
    (1980, "John Lennon Murdered", (1986, 1999)),
    (1981, "Reagan Wounded", (1986, 1991)),
    (1993, "Waco Compound Burns to Ground", (1995,)),
)

#: year, title, when it is a paradox
RIPPLEPOINTS: tuple[tuple[int, str, Condition], ...] = (
    (1868, "Andrew Johnson Impeached", lambda t: t.flipped(1865)),
    (1917, "US Declares War on Germany", lambda t: t.flipped(1915)),
    (1918, "Europe in Ruins after World War I", lambda t: t.flipped(1914)),
    (1929, "Stock Market Crashes", lambda t: t.flipped(1912)),
    (1933, "The Great Depression", lambda t: t.flipped(1912) or t.flipped(1915)),
    (1939, "Germany Invades Poland", lambda t: t.flipped(1936)),
    (1942, "Final Solution Undertaken", lambda t: t.flipped(1936)),
    (1944, "D-Day", lambda t: t.flipped(1936) and t.flipped(1941)),
    (1945, "A-Bombs Dropped on Japan", lambda t: t.flipped(1936) or t.flipped(1941) or t.flipped(1943)),
    (1948, "Israel Founded", lambda t: t.flipped(1936)),
    (1950, "Seoul Captured by North Korea", lambda t: t.flipped(1937)),
    (1962, "Cuban Missile Crisis", lambda t: t.flipped(1943) or t.flipped(1957)),
    (1968, "MLK and RFK Assassinated", lambda t: t.flipped(1963)),
    (1969, "Apollo 11 Lands on Moon", lambda t: t.flipped(1957) or t.flipped(1963)),
    (1974, "Nixon Resigns", lambda t: t.flipped(1865) and t.flipped(1963)),
    (1986, "Challenger Explodes", lambda t: t.flipped(1980) and t.flipped(1981)),
    (1991, "Soviet Union Collapses", lambda t: t.flipped(1981)),
    (1995, "Oklahoma City Bombing", lambda t: t.flipped(1993)),
    (1999, "Columbine High School Massacre", lambda t: t.flipped(1980)),
)

IDENTITIES = (
    Identity("Ginohn", 1868, (1944, 1999)),
    Identity("Renee", 1917, (1929, 1948)),
    Identity("Yitzchak", 1918, (1942, 1995)),
    Identity("Oliver", 1929, (1917, 1974)),
    Identity("Squa Tront", 1933, (1950, 1962), far_future=True),
    Identity("Timmy", 1944, (1918, 1999)),
    Identity("Betty", 1945, (1968, 1969)),
    Identity("Rainbow", 1948, (1968, 1986)),
    Identity("Gunther", 1950, (1917, 1918)),
    Identity("Mr. X", 1968, (1950, 1995)),
    Identity("Andy", 1969, (1939, 1986)),
    Identity("Fruity", 1986, (1868, 1933)),
    Identity("Werner", 1991, (1939, 1974)),
    Identity("Yuri", 1995, (1969, 1991)),
)

MONA, GOOD_FORGERY, OBVIOUS_FORGERY = "Mona Lisa", "A Good Forgery", "An Obvious Forgery"

MISSIONS = (
    Mission("Mona Lisa Triptych", collect(3, MONA, GOOD_FORGERY, OBVIOUS_FORGERY)),
    Mission(
        "Cheaters Sometimes Win",
        lambda game, player: (
            collect(1, GOOD_FORGERY, OBVIOUS_FORGERY)(game, player)
            and collect(2, "Sports Almanac", "Beatles Reunion Album")(game, player)
        ),
    ),
    Mission("Mona & the Dinosaur", with_best_mona(1, "Rex", "Live Stegosaurus")),
    Mission("The Great Mysteries", collect(3, "Rongo-Rongo Tablets", "Videotape of the Creation", "Ark", "Papyrus")),
    Mission("Holy Relics", collect(3, "Ark", "Crown of Thorns", "Holy Grail", "Golden Calf")),
    Mission("The Healer", collect(3, "The Cure for Cancer", "Holy Grail", "Future Medicine", "Papyrus")),
    Mission("Lost Arts", collect(3, "Unpublished Shakespeare Play", "Beatles Reunion Album", MONA, "Lost Symphony")),
    Mission("Tomorrow Today", collect(3, "Sports Almanac", "Tomorrow's Newspaper", "The Cure for Cancer")),
    Mission("The Zoo", collect(3, "Rex", "Live Stegosaurus", "Dodo", "Golden Calf")),
    Mission("The Library", collect(3, "Rongo-Rongo Tablets", "Unpublished Shakespeare Play", "Tomorrow's Newspaper")),
)


def build_deck() -> list[Card]:
    """The 84 cards: 18 inverters, 22 patches, 19 artifacts, 14 actions, 9 timewarps, 2 gadgets."""
    inverters = [
        *copies(3, lambda: Inverter("Prevent Assassination", (1865, 1914, 1963, 1980), flipped=False)),
        *copies(3, lambda: Inverter("Avert Disaster", (1912, 1915, 1937), flipped=False)),
        *copies(1, lambda: Inverter("Halt Attack", (1941, 1993), flipped=False)),
        *copies(1, lambda: Inverter("Sabotage", (1943, 1957), flipped=False)),
        *copies(3, lambda: Inverter("Restore History", flipped=True)),
        *copies(7, lambda: Inverter("Reverse Fate")),
    ]
    patches = [
        Patch("Abraham Lincoln Impeached", 1868),
        Patch("President Wilson Keeps US Out of War", 1917),
        Patch("European Economy Booms", 1918),
        Patch("Titanic Explodes", 1929),
        Patch("The Mild Recession", 1933),
        Patch("Fairgoers Love German Cake", 1939),
        Patch("Nuremberg Race Laws Repealed", 1942),
        Patch("Warsaw Hosts Olympic Games", 1944),
        Patch("Nazis Win", 1945, playable_if=lambda t: t.flipped(1941)),
        Patch("Allied Troops Invade Tokyo", 1945, playable_if=lambda t: t.flipped(1943)),
        Patch("Nexus c", 1945, playable_if=lambda t: t.flipped(1936)),
        Patch("Nexus d", 1945, playable_if=lambda t: t.flipped(1936) and t.flipped(1941)),
        Patch("Berlin Hosts World's Fair", 1948),
        Patch("Zeppelin Factory Opened in Seoul", 1950),
        Patch("World War 3", 1962, ends_the_world=True),
        Patch("Vietnam Peace Accord Signed", 1968),
        Patch("Cosmonauts Orbit Moon", 1969),
        Patch("President King Takes Office", 1974),
        Patch("Marijuana Legalized", 1986),
        Patch("Communism Re-invents Itself", 1991),
        Patch("David Koresh's Ministry Opens New Hospital", 1995),
        Patch("Guns Banned", 1999),
    ]
    artifacts = [
        Artifact(MONA, reality=1),
        Artifact(GOOD_FORGERY, reality=2),
        Artifact(OBVIOUS_FORGERY, reality=3),
        Artifact("Rex"),
        Artifact("Live Stegosaurus"),
        Artifact("Dodo"),
        Artifact("Videotape of the Creation"),
        Artifact("The Cure for Cancer", tags=("from_future", "future_wisdom")),
        Artifact("Sports Almanac", tags=("from_future", "future_wisdom")),
        Artifact("Tomorrow's Newspaper", tags=("from_future", "future_wisdom")),
        Artifact("Future Medicine", tags=("from_future", "future_wisdom")),
        Artifact("Rongo-Rongo Tablets"),
        Artifact("Ark", tags=("biblical_relic",)),
        Artifact("Crown of Thorns", tags=("biblical_relic",)),
        Artifact("Golden Calf", tags=("biblical_relic",)),
        Artifact("Holy Grail", tags=("biblical_relic",)),
        Artifact("Beatles Reunion Album", playable_if=lambda t: t.flipped(1980)),
        Artifact("Unpublished Shakespeare Play"),
        Artifact("Papyrus"),
    ]
    actions = [
        *copies(2, lambda: GetThereFirst("Get There First")),
        *copies(2, lambda: SellAnArtifact("Sell an Artifact", 2, 4)),
        Miracle('Perform a "Miracle" (relics)', "biblical_relic"),
        Miracle('Perform a "Miracle" (wisdom)', "future_wisdom"),
        *copies(2, lambda: Discontinuity("Discontinuity")),
        TimeVortex("Time Vortex"),
        *copies(2, lambda: NewMission("New Mission")),
        *copies(2, lambda: ItNeverExisted("It Never Existed")),
        *copies(1, lambda: ParentsNeverMet("Your Parents Never Met")),
    ]
    timewarps = [
        *copies(3, lambda: Memo("Memo From Your Future Self")),
        *copies(2, lambda: FastForward("Fast Forward")),
        *copies(2, lambda: Rewind("Rewind")),
        *copies(2, lambda: QuickTrip("Quick Trip to the Future")),
    ]
    gadgets = [FastTimeMachine("Really Fast Time Machine"), SlowTimeMachine("Slow Time Machine")]
    for cards, number in ((inverters, 18), (patches, 22), (artifacts, 19), (actions, 14), (timewarps, 9), (gadgets, 2)):
        assert len(cards) == number, f"{len(cards)} instead of {number}: {cards}"
    return [*inverters, *patches, *artifacts, *actions, *timewarps, *gadgets]
