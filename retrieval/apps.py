from django.apps import AppConfig


class RetrievalConfig(AppConfig):
    name = "retrieval"

    def ready(self) -> None:
        from retrieval.registration import GATE
        from validation.platform.gates import register

        register(GATE)
