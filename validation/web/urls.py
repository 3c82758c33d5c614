"""The pages people open. One view module a page."""

from __future__ import annotations

from django.urls import path

from validation.web import account, attempt, attempts, desk, desk_work, overview, search, turn, turns

app_name = "web"

urlpatterns = [
    path("", overview.overview, name="overview"),
    path("fragments/open-count/", overview.open_count, name="open_count"),
    path("turns/", turns.turns, name="turns"),
    path("turns/<int:pk>/", turn.turn, name="turn"),
    path("turns/<int:pk>/context.md", turn.context_md, name="turn_context_md"),
    path("attempts/", attempts.attempts, name="attempts"),
    path("attempts/<uuid:pk>/", attempt.attempt, name="attempt"),
    path("desk/", desk.desk, name="desk"),
    path("desk/<uuid:pk>/", desk.desk_item, name="desk_item"),
    path("desk/<uuid:pk>/claim/", desk_work.claim, name="desk_claim"),
    path("desk/<uuid:pk>/heartbeat/", desk_work.heartbeat, name="desk_heartbeat"),
    path("desk/<uuid:pk>/release/", desk_work.release, name="desk_release"),
    path("desk/<uuid:pk>/rule/", desk_work.rule, name="desk_rule"),
    path("desk/<uuid:pk>/judge-again/", desk_work.judge_again, name="desk_judge_again"),
    path("desk/<uuid:pk>/undo/", desk_work.undo, name="desk_undo"),
    path("search/", search.search, name="search"),
    path("sign-in/", account.SignIn.as_view(), name="sign_in"),
    path("sign-in/<str:token>/", account.sign_in_by_link, name="sign_in_link"),
    path("sign-out/", account.sign_out, name="sign_out"),
]
