"""Measures whether the gates are right: data sets, runner, metrics and report. Has no tables."""
