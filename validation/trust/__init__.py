"""Trust by measurement: audits of decisions, blind opinions, gold items and what they say of the judge."""
