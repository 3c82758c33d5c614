"""`/pipelines`: what a key may do about the pipeline it is bound to."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from ninja import Path, Router

from validation.accounts.actions.callback_secrets import rotate_callback_secret
from validation.domain.errors import NotFound
from validation.models import Pipeline
from validation.pipelines.actions.enforcement import set_enforcement
from validation.pipelines.schemas import CallbackSecretOut, PipelineIn, PipelineOut
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Text

router = Router(tags=["pipelines"])


@router.get("/pipelines/{path:name}", response=PipelineOut, auth=auth.read, summary="Read a pipeline's settings")
def get_pipeline(request: AuthedRequest, name: Path[Text]) -> dict[str, Any]:
    """The settings of the key's own pipeline."""
    return _resource(_own(request, name))


@router.patch("/pipelines/{path:name}", response=PipelineOut, auth=auth.admin, summary="Change a pipeline's settings")
def patch_pipeline(request: AuthedRequest, name: Path[Text], body: PipelineIn) -> dict[str, Any]:
    """Changes what is named, for attempts that are submitted from now on."""
    pipeline = _own(request, name)
    if body.enforcement is not None:
        change = {"pipeline": name, "enforcement": body.enforcement}
        pipeline = set_enforcement(**change, by=request.auth.actor, now=timezone.now())
    return _resource(pipeline)


def _own(request: AuthedRequest, name: str) -> Pipeline:
    """Read anew: the key's own copy may be seconds old."""
    if name != request.auth.pipeline.name:
        raise NotFound("pipeline_unknown", "This key belongs to another pipeline. Use a key of that one.")
    return Pipeline.objects.get(pk=request.auth.pipeline.pk)


def _resource(pipeline: Pipeline) -> dict[str, Any]:
    return {"name": pipeline.name, "enforcement": pipeline.enforcement}


@router.post(
    "/pipelines/{path:name}/callback-secret",
    response=CallbackSecretOut,
    auth=auth.admin,
    summary="Rotate the callback secret",
)
def post_callback_secret(request: AuthedRequest, name: Path[Text]) -> dict[str, Any]:
    """Makes a new secret and shows it, once. Callbacks are signed with it from now on, also those that wait to be sent
    again."""
    _own(request, name)
    secret = rotate_callback_secret(pipeline=name, by=request.auth.actor, now=timezone.now())
    return {"pipeline": name, "callback_secret": secret}
