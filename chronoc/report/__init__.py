"""What a variant looks like from afar: what goals need and cards offer, what turns over what, as tables and pictures.

`needs` takes conditions apart, `matrix` and `graph` make data of them, `tables`, `pictures` and `drawing` show it.
"""
