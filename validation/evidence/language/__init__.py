"""How English is read word by word: stems, concepts, names, and which words make a statement."""
