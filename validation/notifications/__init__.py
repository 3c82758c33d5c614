"""Notifications by mail and chat when the desk or the judge needs attention."""
