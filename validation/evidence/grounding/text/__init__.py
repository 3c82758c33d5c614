"""The texts of a claim and its evidence in normal forms: words, stems, fields, language."""
