"""The set cards/khronos: facts, the map, scenarios, whole games, the three laws, and what nobody may know."""
