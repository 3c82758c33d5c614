"""`/pipelines`: what a key may do about the pipeline it is bound to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.db import transaction
from ninja import Path, Router
from pydantic import Field

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import InputRejected
from validation.models import ApiKey, Pipeline
from validation.notifications.queries.targets import targets_of_pipeline
from validation.notifications.schemas import NotificationOut
from validation.pipelines.actions.settings import CHOICES, change_setting
from validation.platform.audit import ActionContext
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, acting
from validation.platform.http.schemas import In, JsonObject, Out, Text
from validation.platform.keys import rotate_callback_secret
from validation.platform.permissions import Scope, has_scope
from validation.platform.policies import policy_in_force
from validation.policies.actions.policies import override

router = Router(tags=["pipelines"])


class PipelineIn(In):
    """Changes to a pipeline's settings. Omitted fields do not change."""

    enforcement: Literal["observe", "enforce"] | None = None
    """Whether decisions are enforced or only observed."""
    policy: JsonObject | None = None
    """Settings that override those of the common policy, by section."""
    reason: Annotated[Text, Field(max_length=2000)] = ""
    """The reason for the change of the policy, for the record."""
    guardrail_on_error: Literal["block", "pass"] | None = None
    """What gateways do with a response that cannot be judged."""


class PipelineOut(Out):
    """The settings of a pipeline. With `enforcement` `observe`, attempts are judged but `enforced` is false, and no
    intervention is opened."""

    name: str
    enforcement: Literal["observe", "enforce"]
    policy: dict[str, Any]
    """Settings in place of those of the common policy."""
    guardrail_on_error: Literal["block", "pass"]
    notifications: list[NotificationOut] | None
    """Who is told of this pipeline alone; null for a key without `admin`. `/notifications` adds, changes and removes
    them, since an address is not shown whole."""


class CallbackSecretOut(Out):
    """The new secret. It is shown only here."""

    pipeline: str
    callback_secret: str


# Before the other two: a pipeline's name may hold slashes.
@router.post(
    "/pipelines/{path:name}/callback-secret",
    response=CallbackSecretOut,
    auth=auth.admin,
    summary="Rotate the callback secret",
)
def post_callback_secret(request: AuthedRequest, name: Path[Text]) -> dict[str, Any]:
    """Creates a new secret, which is shown only in this response. All callbacks sent from now on are signed with it,
    including pending retries."""
    _own(request, name)
    secret = rotate_callback_secret(pipeline=name, **acting(request))
    return {"pipeline": name, "callback_secret": secret}


@router.get("/pipelines/{path:name}", response=PipelineOut, auth=auth.read, summary="Read a pipeline's settings")
def get_pipeline(request: AuthedRequest, name: Path[Text]) -> dict[str, Any]:
    """The settings of the key's own pipeline."""
    return _resource(_own(request, name), request.auth)


@router.patch("/pipelines/{path:name}", response=PipelineOut, auth=auth.admin, summary="Change a pipeline's settings")
def patch_pipeline(request: AuthedRequest, name: Path[Text], body: PipelineIn) -> dict[str, Any]:
    """Changes only the given fields. `enforcement` applies to attempts submitted from now on, `policy` to attempts
    judged from now on. `policy` replaces all overrides of the pipeline; `{}` removes them."""
    with transaction.atomic():
        return _resource(_changed(_own(request, name), body, acting(request)), request.auth)


def _changed(pipeline: Pipeline, body: PipelineIn, by: ActionContext) -> Pipeline:
    for setting in CHOICES:
        value = getattr(body, setting)
        if value is not None:
            pipeline = change_setting(pipeline=pipeline.name, setting=setting, value=value, **by)
    if body.policy is not None:
        reason = body.reason or "Set by the pipeline's key."
        try:
            override(pipeline=pipeline, overrides=body.policy, reason=reason, **by)
        except InputRejected as error:
            if error.code != ProblemCode.POLICY_UNCHANGED:
                raise
    return pipeline


def _own(request: AuthedRequest, name: str) -> Pipeline:
    """Read anew: the key's own copy may be seconds old."""
    if name != request.auth.pipeline.name:
        raise ProblemCode.PIPELINE_UNKNOWN.error("other")
    return Pipeline.objects.get(pk=request.auth.pipeline.pk)


def _resource(pipeline: Pipeline, key: ApiKey) -> dict[str, Any]:
    targets = list(targets_of_pipeline(pipeline.pk)) if has_scope(key.scopes, Scope.ADMIN) else None
    settings = {name: getattr(pipeline, name) for name in ("name", *CHOICES)}
    return {**settings, "policy": policy_in_force(pipeline).overrides, "notifications": targets}
