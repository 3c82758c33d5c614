"""Types shared by the sections of the policy document."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from validation.domain.violations import SizeLimitedModel

Share = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
Minutes = Annotated[int, Field(ge=1, le=60 * 24 * 90)]


class Section(SizeLimitedModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
