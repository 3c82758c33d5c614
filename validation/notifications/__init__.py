"""Whom the instance tells by itself: mail and chats, when the desk or the judge needs somebody."""
