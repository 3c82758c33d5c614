from django.apps import AppConfig


class BeliefsConfig(AppConfig):
    name = "beliefs"

    def ready(self) -> None:
        from beliefs.registration import GATE
        from validation.platform.gates import register

        register(GATE)
