"""The set cards/emerald: facts, scenarios, whole games, payments, and what nobody may know."""
