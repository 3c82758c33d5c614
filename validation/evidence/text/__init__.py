"""How a text is cut: blocks, sentences, claims, words, and what of it nobody sees."""
