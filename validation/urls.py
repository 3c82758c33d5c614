"""The pages people open, but for those that a gate registers. One view module a page."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from validation.accounts.web import account, audit, keys, people, webhooks
from validation.desk.web import bulk, desk, ruling_link, saved_views, talk, work
from validation.insights.web import insights, judge, overview
from validation.notifications.web import confirm, notifications
from validation.pipelines.web import pipelines
from validation.platform.pages import settings_page
from validation.policies.web import editing, policies
from validation.response.web import attempt, lists, search, turn, whole_evidence
from validation.trust.web import audit_work, comparisons, disagreements, drift, gold, prompts, reviewers, trust_page

app_name = "web"


class RowConverter(IntConverter):
    """An integer that a database can compare with its own; under a longer one there is no page."""

    regex = "[0-9]{1,18}"


register_converter(RowConverter, "row")

urlpatterns = [
    path("", overview.overview, name="overview"),
    path("fragments/open-count/", overview.open_count, name="open_count"),
    path("turns/", lists.turns, name="turns"),
    path("turns/<row:pk>/", turn.turn, name="turn"),
    path("turns/<row:pk>/context.md", turn.context_md, name="turn_context_md"),
    path("attempts/", lists.attempts, name="attempts"),
    path("attempts/<uuid:pk>/", attempt.attempt, name="attempt"),
    path("attempts/<uuid:pk>/touches/", attempt.blast_radius, name="blast_radius"),
    path("attempts/<uuid:pk>/evidence/", whole_evidence.whole_evidence, name="whole_evidence"),
    path("desk/", desk.desk, name="desk"),
    path("desk/bulk/rule/", bulk.bulk_rule, name="desk_bulk_rule"),
    path("desk/bulk/<uuid:batch>/undo/", bulk.bulk_undo, name="desk_bulk_undo"),
    path("desk/views/save/", saved_views.save_view, name="desk_save_view"),
    path("desk/views/<row:pk>/rename/", saved_views.rename_view, name="desk_rename_view"),
    path("desk/views/<row:pk>/delete/", saved_views.delete_view, name="desk_delete_view"),
    path("desk/<uuid:pk>/", desk.desk_item, name="desk_item"),
    path("desk/<uuid:pk>/claim/", work.claim, name="desk_claim"),
    path("desk/<uuid:pk>/heartbeat/", work.heartbeat, name="desk_heartbeat"),
    path("desk/<uuid:pk>/release/", work.release, name="desk_release"),
    path("desk/<uuid:pk>/rule/", work.rule, name="desk_rule"),
    path("desk/<uuid:pk>/judge-again/", work.judge_again, name="desk_judge_again"),
    path("desk/<uuid:pk>/comment/", talk.comment, name="desk_comment"),
    path("desk/<uuid:pk>/assign/", talk.assign, name="desk_assign"),
    path("desk/<uuid:pk>/snooze/", talk.snooze, name="desk_snooze"),
    path("desk/<uuid:pk>/undo/", work.undo, name="desk_undo"),
    path("desk/<uuid:pk>/answer/", audit_work.answer_audit, name="desk_answer"),
    path("desk/<uuid:pk>/evidence/", audit_work.evidence, name="audit_evidence"),
    path("insights/", insights.insights, name="insights"),
    path("insights/principles/", lists.principles, name="principles"),
    path("insights/trust/", trust_page.trust, name="trust"),
    path("insights/trust/reviewers/", reviewers.reviewers, name="reviewers"),
    path("insights/trust/gold/", gold.gold, name="gold"),
    path("insights/trust/gold/adjudicated/", gold.add_adjudicated, name="add_adjudicated"),
    path("insights/trust/gold/<uuid:pk>/active/", gold.set_gold_active, name="set_gold_active"),
    path("insights/trust/disagreements/", disagreements.list_page, name="disagreements"),
    path("insights/trust/disagreements/audits.jsonl", disagreements.labelled_set, name="labelled_set"),
    path("insights/trust/comparisons/", comparisons.comparisons, name="comparisons"),
    path("insights/trust/comparisons/<uuid:pk>/", comparisons.comparison, name="comparison"),
    path("insights/trust/comparisons/<uuid:pk>/again/", comparisons.judge_again, name="judge_comparison_again"),
    path("insights/trust/comparisons/<uuid:pk>.csv", comparisons.comparison_csv, name="comparison_csv"),
    path("insights/trust/comparisons/<uuid:pk>/<row:position>/", comparisons.compared_case, name="compared_case"),
    path("insights/trust/prompts/", prompts.prompts, name="prompts"),
    path("insights/trust/prompts/add/", prompts.store_prompt, name="store_prompt"),
    path("insights/trust/prompts/<row:number>/", prompts.prompt, name="prompt"),
    path("insights/trust/drift/", drift.drift, name="drift"),
    path("insights/trust/<slug:slug>.csv", trust_page.trust_csv, name="trust_csv"),
    path("insights/<slug:slug>.csv", insights.insight_csv, name="insight_csv"),
    path("policies/", policies.policies, name="policies"),
    path("policies/edit/", editing.edit_policy, name="edit_policy"),
    path("policies/edit/replay/", editing.replay_draft, name="replay_policy"),
    path("policies/<row:number>/", policies.policy, name="policy"),
    path("policies/<row:number>/roll-back/", policies.roll_back, name="roll_back_policy"),
    path("settings/", settings_page.settings, name="settings"),
    path("settings/people/", people.people, name="people"),
    path("settings/people/<row:pk>/link/", people.person_link, name="person_link"),
    path("settings/people/<row:pk>/role/", people.person_role, name="person_role"),
    path("settings/people/<row:pk>/active/", people.person_active, name="person_active"),
    path("settings/pipelines/", pipelines.pipelines, name="pipelines"),
    path("settings/pipelines/<slug:setting>/", pipelines.change, name="change_pipeline"),
    path("settings/keys/", keys.keys, name="keys"),
    path("settings/keys/callback-secret/", keys.rotate_secret, name="rotate_callback_secret"),
    path("settings/keys/<uuid:pk>/revoke/", keys.revoke_key, name="revoke_key"),
    path("settings/webhooks/", webhooks.webhooks, name="webhooks"),
    path("settings/webhooks/<uuid:pk>/remove/", webhooks.remove_webhook, name="remove_webhook"),
    path("settings/webhooks/<uuid:pk>/test/", webhooks.test_webhook, name="test_webhook"),
    path("settings/deliveries/resend/", webhooks.resend_given_up, name="resend_given_up"),
    path("settings/deliveries/<uuid:pk>/resend/", webhooks.resend_delivery, name="resend_delivery"),
    path("settings/notifications/", notifications.OF_ALL.targets, name="notifications"),
    path("settings/notifications/<uuid:pk>/", notifications.OF_ALL.change, name="change_notification"),
    path("settings/notifications/<uuid:pk>/test/", notifications.OF_ALL.test, name="test_notification"),
    path("settings/notifications/<uuid:pk>/remove/", notifications.OF_ALL.remove, name="remove_notification"),
    path("settings/your-notifications/", notifications.OWN.targets, name="own_notifications"),
    path("settings/your-notifications/<uuid:pk>/", notifications.OWN.change, name="change_own_notification"),
    path("settings/your-notifications/<uuid:pk>/test/", notifications.OWN.test, name="test_own_notification"),
    path("settings/your-notifications/<uuid:pk>/remove/", notifications.OWN.remove, name="remove_own_notification"),
    path("settings/judge/", judge.judge, name="judge"),
    path("settings/judge/probe/", judge.probe_judge, name="probe_judge"),
    path("settings/retention/", settings_page.retention, name="retention"),
    path("settings/audit/", audit.audit, name="audit"),
    path("settings/sample/", settings_page.sample, name="sample"),
    path("notifications/confirm/<str:token>/", confirm.confirm_notification, name="confirm_notification"),
    path("rule/<str:token>/", ruling_link.ruling_link, name="ruling_link"),
    path("search/", search.search, name="search"),
    path("sign-in/", account.SignIn.as_view(), name="sign_in"),
    path("sign-in/<str:token>/", account.sign_in_by_link, name="sign_in_link"),
    path("sign-out/", account.sign_out, name="sign_out"),
]
