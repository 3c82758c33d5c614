"""`manage.py create_sign_in_link NAME`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console

from config.embedded.var_dir import read_run
from validation.accounts.actions.people import add_person
from validation.accounts.actions.sign_in import LIFETIME, sign_in_link
from validation.management.output import GateCommand, bad_input
from validation.platform.permissions import Role, role_of


class Command(GateCommand):
    help = "Make a link that signs NAME in once, within the hour. Whoever is not there yet is added as an admin."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="who is to sign in")
        parser.add_argument("--role", default=Role.ADMIN, choices=list(Role), help="of somebody who is added")
        parser.add_argument("--url", help="the address that people reach the instance by")

    def run(self, *, name: str, role: str, url: str | None, **_: Any) -> tuple[Any, bool]:
        now = timezone.now()
        user = User.objects.filter(username=name).first() or add_person(name=name, role=role, by="shell", now=now)
        if not user.is_active:
            bad_input(f"{name} is deactivated. An admin activates them in Settings, People; or name somebody else.")
        link = sign_in_link(user=user, base_url=url or _address(), now=now, by="shell")
        return {"name": user.username, "role": role_of(user), "link": link}, True

    def show(self, result: Any, console: Console) -> None:
        minutes = LIFETIME.total_seconds() // 60
        console.print(f"{result['name']} ({result['role']}) signs in once, within {minutes:.0f} minutes, by:")
        console.print(result["link"], markup=False, soft_wrap=True)


def _address() -> str:
    """Of the instance that runs here, else the first host that this one answers to."""
    if running := read_run(settings.ENVIRONMENT.var).get("url"):
        return str(running)
    return f"{'https' if settings.SECURE_SSL_REDIRECT else 'http'}://{settings.ALLOWED_HOSTS[0].lstrip('.')}"
