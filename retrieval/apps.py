from django.apps import AppConfig


class RetrievalConfig(AppConfig):
    name = "retrieval"

    def ready(self) -> None:
        from retrieval import tasks

        assert tasks  # the kind of work registers where its tasks are
