"""Text from effects: the sentence of every condition and effect, by language.

`faces.face(analysis, card, language)` is the printed face of a card; `findings.text_findings(analysis)` says where hand-written
texts and translations disagree with the code.
"""
