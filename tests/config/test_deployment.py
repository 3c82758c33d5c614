"""What is deployed is well formed, and hangs together."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from config.celery import QUEUES
from config.env import Environment

ROOT = Path(__file__).resolve().parent.parent.parent
COMPOSE = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())

DURATION = {"type": "string", "pattern": "^([0-9]+(ms|s|m|h))+$"}
STRINGS = {"type": "array", "items": {"type": "string"}}
COMMAND = {"anyOf": [{"type": "string"}, STRINGS]}
SERVICE = {
    "type": "object",
    "additionalProperties": False,
    "anyOf": [{"required": ["image"]}, {"required": ["build"]}],
    "properties": {
        "image": {"type": "string"},
        "build": {
            "type": "object",
            "required": ["context"],
            "additionalProperties": False,
            "properties": {"context": {"type": "string"}, "dockerfile": {"type": "string"}},
        },
        "command": COMMAND,
        "environment": {"type": "object", "additionalProperties": {"type": ["string", "number", "null"]}},
        "ports": STRINGS,
        "volumes": STRINGS,
        "secrets": STRINGS,
        "profiles": STRINGS,
        "tmpfs": STRINGS,
        "cap_drop": STRINGS,
        "security_opt": STRINGS,
        "read_only": {"type": "boolean"},
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
        "stop_grace_period": DURATION,
        "shm_size": {"type": "string", "pattern": "^[0-9]+(b|kb|mb|gb)$"},
        "ipc": {"type": "string"},
        "depends_on": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["condition"],
                "additionalProperties": False,
                "properties": {
                    "condition": {"enum": ["service_started", "service_healthy", "service_completed_successfully"]}
                },
            },
        },
        "healthcheck": {
            "type": "object",
            "required": ["test"],
            "additionalProperties": False,
            "properties": {
                "test": COMMAND,
                "interval": DURATION,
                "timeout": DURATION,
                "start_period": DURATION,
                "retries": {"type": "integer"},
            },
        },
        "deploy": {"type": "object"},
    },
}
SCHEMA = {
    "type": "object",
    "required": ["services"],
    "additionalProperties": False,
    "patternProperties": {"^x-": {}},
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]*$"},
        "services": {"type": "object", "additionalProperties": SERVICE},
        "volumes": {"type": "object", "additionalProperties": {"type": ["object", "null"]}},
        "networks": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"ipam": {"type": "object", "properties": {"config": {"type": "array"}}}},
            },
        },
        "secrets": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["file"],
                "properties": {"file": {"type": "string"}},
            },
        },
    },
}
"""The keys of the compose specification that docker/compose.yaml uses, and nothing else, so that a typo is caught."""


def test_the_compose_file_is_well_formed() -> None:
    jsonschema.validate(COMPOSE, SCHEMA)


def test_what_a_service_of_the_compose_file_leans_on_is_there() -> None:
    for service in COMPOSE["services"].values():
        assert set(service.get("depends_on", ())) <= set(COMPOSE["services"])
        assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"])
        named = {volume.split(":")[0] for volume in service.get("volumes", ())}
        assert named <= set(COMPOSE["volumes"])


def test_the_compose_file_trusts_the_network_that_the_proxy_is_in_and_no_other() -> None:
    trusted = COMPOSE["services"]["web"]["environment"]["COUNTERSIGN_TRUSTED_PROXIES"]
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert trusted == f"${{COUNTERSIGN_TRUSTED_PROXIES:-{network['subnet']}}}"


class RecordedNames(dict[str, str]):
    """An empty environment that keeps which variables were looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        self.names.append(name)
        return default


def named_in_pages() -> set[str]:
    """The variables of the SDK and of the web process that pages tell an operator of."""
    pages = ("README.md", "docs/operating.md", "docs/observability.md")
    text = "".join((ROOT / page).read_text() for page in pages)
    return set(re.findall(r"`(OTEL_[A-Z_]+|WEB_WORKERS)", text))


def test_every_variable_of_an_operator_reaches_the_containers() -> None:
    read = RecordedNames()
    Environment.read(read)
    of_the_image = {"COUNTERSIGN_VAR", "COUNTERSIGN_STATIC_ROOT", "PORT"}
    given = COMPOSE["services"]["web"]["environment"]
    wanted = {*read.names, *named_in_pages()}
    missing = [name for name in wanted if not {name, name.removesuffix("_FILE"), f"{name}_FILE"} & set(given)]
    assert sorted(set(missing) - of_the_image) == []


def test_the_settings_that_the_readme_writes_once_are_enough_to_start(tmp_path: Path) -> None:
    """Compose reads docker/.env for each of its commands, and expands what it finds as a shell does."""
    (write,) = re.findall(r"^printf .*docker/\.env", (ROOT / "README.md").read_text(), re.MULTILINE)
    (tmp_path / "docker").mkdir()
    subprocess.run(["sh", "-ec", write], cwd=tmp_path, check=True)
    (tmp_path / "secret").write_text("k" * 50)
    given = {name: value for name, value in COMPOSE["services"]["web"]["environment"].items() if value is not None}
    given |= {name: str(tmp_path / "secret") for name in given if name.endswith("_FILE")}
    exported = "".join(f'export {name}="{value}"\n' for name, value in given.items())
    start = f'. "$0"\n{exported}exec "$1" -c "import config.settings.production"'
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COUNTERSIGN_")}
    done = subprocess.run(
        ["sh", "-ec", start, str(tmp_path / "docker/.env"), sys.executable],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_queue_has_a_worker_in_the_compose_file() -> None:
    commands = [service.get("command", ()) for service in COMPOSE["services"].values()]
    served = {queue for command in commands if command[:1] == ["worker"] for queue in command[1].split(",")}
    assert served == set(QUEUES)


def test_the_image_does_not_run_as_root() -> None:
    lines = (ROOT / "docker" / "Dockerfile").read_text().splitlines()
    last_stage = lines[max(n for n, line in enumerate(lines) if line.startswith("FROM ")) :]
    assert "USER countersign" in last_stage


def test_the_image_copies_what_exists() -> None:
    copied = [
        line.split()[1:-1]
        for line in (ROOT / "docker" / "Dockerfile").read_text().splitlines()
        if line.startswith("COPY ") and "--from" not in line
    ]
    assert copied
    assert [path for paths in copied for path in paths if not (ROOT / path).exists()] == []


def test_an_unknown_role_is_refused_by_the_entrypoint() -> None:
    done = subprocess.run([str(ROOT / "docker" / "entrypoint.sh"), "cron"], capture_output=True, text=True, check=False)
    assert (done.returncode, "one of web, worker, beat" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("COUNTERSIGN_SECRET_KEY", "COUNTERSIGN_SECRET_KEY is not set"),
        ("COUNTERSIGN_DATABASE_URL", "COUNTERSIGN_DATABASE_URL is not set"),
        ("COUNTERSIGN_REDIS_URL", "COUNTERSIGN_REDIS_URL is not set"),
        ("COUNTERSIGN_ALLOWED_HOSTS", "COUNTERSIGN_ALLOWED_HOSTS is not set"),
        ("COUNTERSIGN_JUDGE", "no judge is named"),
    ],
)
def test_production_does_not_start_without(missing: str, said: str) -> None:
    whole = {
        "COUNTERSIGN_SECRET_KEY": "k" * 50,
        "COUNTERSIGN_DATABASE_URL": "postgresql://db/desk",
        "COUNTERSIGN_REDIS_URL": "redis://redis",
        "COUNTERSIGN_ALLOWED_HOSTS": "desk.example",
        "COUNTERSIGN_JUDGE": "embedded",
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COUNTERSIGN_")}
    environment |= {name: value for name, value in whole.items() if name != missing}
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings.production"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr
