"""How the grounding model is made: counts, rows, two stages of trees, calibration, files. Development only."""
