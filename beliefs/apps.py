from django.apps import AppConfig


class BeliefsConfig(AppConfig):
    name = "beliefs"
