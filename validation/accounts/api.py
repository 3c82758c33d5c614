"""`/pipelines`: what a key may do about the pipeline it is bound to."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from ninja import Path, Router

from validation.accounts.actions.callback_secrets import rotate_callback_secret
from validation.accounts.schemas import CallbackSecretOut
from validation.domain.errors import NotFound
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Text

router = Router(tags=["pipelines"])


@router.post(
    "/pipelines/{path:name}/callback-secret",
    response=CallbackSecretOut,
    auth=auth.admin,
    summary="Rotate the callback secret",
)
def post_callback_secret(request: AuthedRequest, name: Path[Text]) -> dict[str, Any]:
    """Makes a new secret and shows it, once. Callbacks are signed with it from now on, also those that wait to be sent
    again."""
    if name != request.auth.pipeline.name:
        raise NotFound("pipeline_unknown", "This key belongs to another pipeline. Use a key of that one.")
    secret = rotate_callback_secret(pipeline=name, by=request.auth.actor, now=timezone.now())
    return {"pipeline": name, "callback_secret": secret}
