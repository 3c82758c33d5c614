"""The environment is read once, typed, and a bad value is one sentence."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from config import databases, env
from config.ops.backups import libpq_environment
from validation.domain.operations.cost import Prices


def test_an_empty_environment_is_a_good_one() -> None:
    environment = env.Environment.read({})
    assert (environment.judge, environment.port, environment.body_limit) == ("auto", 8000, 8 * 1024 * 1024)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COUNTERSIGN_JUDGE", "gpt"),
        ("COUNTERSIGN_VLLM_URL", "vllm:8000"),
        ("COUNTERSIGN_VLLM_URL", "http://host:notaport"),
        ("COUNTERSIGN_VLLM_STRUCTURED", "guided_json"),
        ("COUNTERSIGN_VLLM_EXTRA_BODY", "top_k=1"),
        ("COUNTERSIGN_VLLM_EXTRA_BODY", "[1]"),
        ("COUNTERSIGN_DATABASE_URL", "mysql://root@localhost/x"),
        ("COUNTERSIGN_REDIS_URL", "localhost:6379"),
        ("COUNTERSIGN_HTTPS", "yes"),
        ("COUNTERSIGN_LOG_LEVEL", "LOUD"),
        ("COUNTERSIGN_TRUSTED_PROXIES", "*"),
        ("COUNTERSIGN_TRUSTED_PROXIES", "proxy"),
        ("COUNTERSIGN_TRUSTED_PROXIES", "0.0.0.0/0"),
        ("COUNTERSIGN_TRUSTED_PROXIES", "::/0"),
        ("COUNTERSIGN_TRUSTED_PROXIES", "10.0.0.1/24"),
        ("COUNTERSIGN_BODY_LIMIT_MB", "0"),
        ("COUNTERSIGN_SECRET_KEY_FILE", "/nonexistent/key"),
        ("COUNTERSIGN_RATE_LIMIT", "many"),
        ("COUNTERSIGN_RETENTION", "turns"),
        ("COUNTERSIGN_RETENTION", "turns=0"),
        ("COUNTERSIGN_RETENTION", "moons=30"),
        ("PORT", "80000"),
        ("PORT", "eighty"),
        ("PORT", "-1"),
        ("PORT", "٨٠٠٠"),
    ],
)
def test_a_bad_value_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(env.BadEnvironment, match=name):
        env.Environment.read({name: value})


def test_proxies_are_named_by_address_or_network() -> None:
    given = {"COUNTERSIGN_TRUSTED_PROXIES": "127.0.0.1, 10.1.0.0/16,::1"}
    assert env.Environment.read(given).trusted_proxies == ("127.0.0.1/32", "10.1.0.0/16", "::1/128")


def test_no_proxy_is_trusted_unless_named() -> None:
    assert env.Environment.read({}).trusted_proxies == ()


PRICED = {"COUNTERSIGN_VLLM_PRICE_IN": "0.15", "COUNTERSIGN_VLLM_PRICE_OUT": "0.6"}


def test_prices_are_of_a_million_tokens_each_way_and_in_dollars_unless_said() -> None:
    assert env.Environment.read(PRICED).vllm_prices == Prices(Decimal("0.15"), Decimal("0.6"), "USD")


def test_without_prices_nothing_has_a_cost() -> None:
    assert env.Environment.read({"COUNTERSIGN_VLLM_CURRENCY": "EUR"}).vllm_prices is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COUNTERSIGN_VLLM_PRICE_IN", "0,15"),
        ("COUNTERSIGN_VLLM_PRICE_OUT", "-1"),
        ("COUNTERSIGN_VLLM_PRICE_OUT", "NaN"),
        ("COUNTERSIGN_VLLM_PRICE_OUT", ""),
        ("COUNTERSIGN_VLLM_CURRENCY", "€"),
    ],
)
def test_a_bad_price_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(env.BadEnvironment, match=name):
        env.Environment.read({**PRICED, name: value})


@pytest.mark.parametrize("name", ["COUNTERSIGN_DATABASE_URL", "COUNTERSIGN_REDIS_URL"])
def test_a_bad_address_with_a_password_is_not_repeated(name: str) -> None:
    with pytest.raises(env.BadEnvironment) as refused:
        env.Environment.read({name: "http://user:hunter2@host/"})
    assert "hunter2" not in str(refused.value)


def test_days_are_read_by_kind() -> None:
    assert env.Environment.read({"COUNTERSIGN_RETENTION": "turns=365, events = 90"}).retention == {
        "turns": 365,
        "events": 90,
    }


def test_no_limit_of_requests_differs_from_none_that_was_set() -> None:
    told = [env.Environment.read(given).rate_limit for given in ({}, {"COUNTERSIGN_RATE_LIMIT": "0"})]
    assert told == [None, 0]


def test_a_secret_comes_from_its_file_without_the_line_end(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("from-a-file\n")
    assert env.Environment.read({"COUNTERSIGN_SECRET_KEY_FILE": str(file)}).secret_key == "from-a-file"


def test_a_secret_given_twice_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("one")
    with pytest.raises(env.BadEnvironment, match="both set"):
        env.Environment.read({"COUNTERSIGN_SECRET_KEY": "two", "COUNTERSIGN_SECRET_KEY_FILE": str(file)})


def test_fields_for_every_request_are_json() -> None:
    told = '{"chat_template_kwargs": {"enable_thinking": false}}'
    read = env.Environment.read({"COUNTERSIGN_VLLM_EXTRA_BODY": told}).vllm_extra_body
    assert read == {"chat_template_kwargs": {"enable_thinking": False}}


def test_an_empty_secret_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("\n")
    with pytest.raises(env.BadEnvironment, match="empty"):
        env.Environment.read({"COUNTERSIGN_SECRET_KEY_FILE": str(file)})


@pytest.mark.parametrize(
    ("variables", "judge"),
    [
        ({}, "embedded"),
        ({"COUNTERSIGN_VLLM_URL": "http://llm:8000"}, "vllm"),
        ({"COUNTERSIGN_VLLM_URL": "http://llm:8000", "COUNTERSIGN_JUDGE": "embedded"}, "embedded"),
        ({"COUNTERSIGN_VLLM_URL": "http://llm:8000", "COUNTERSIGN_JUDGE": "vllm"}, "vllm"),
    ],
)
def test_auto_takes_the_llm_when_one_is_named(variables: dict[str, str], judge: str) -> None:
    assert env.judge_of(env.Environment.read(variables)) == judge


def test_the_llm_by_name_but_without_an_address_is_refused() -> None:
    with pytest.raises(env.BadEnvironment, match="COUNTERSIGN_VLLM_URL"):
        env.judge_of(env.Environment.read({"COUNTERSIGN_JUDGE": "vllm"}))


def test_the_start_stops_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        env.or_exit(lambda: env.Environment.read({"PORT": "eighty"}))
    assert (end.value.code, capsys.readouterr().err) == (
        2,
        "countersign: PORT is 'eighty'; it must be a whole number from 1 to 65535.\n",
    )


def test_a_database_url_is_taken_apart_and_unquoted() -> None:
    entry = databases.from_url("postgresql://me:p%40ss@db.example:6543/desk")
    assert {entry[part] for part in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "desk",
        "me",
        "p@ss",
        "db.example",
        "6543",
    }


def test_a_password_from_its_own_file_wins() -> None:
    assert databases.from_url("postgresql://me:old@db/desk", password="new")["PASSWORD"] == "new"


@pytest.mark.parametrize("url", ["postgresql://db.example", "sqlite://"])
def test_a_database_url_without_a_name_is_refused(url: str) -> None:
    with pytest.raises(env.BadEnvironment, match="names no database"):
        databases.from_url(url)


CHECKED = "postgresql://me@db.example/desk?sslmode=verify-full&sslrootcert=/etc/ca%20s.pem"


def test_a_database_url_says_how_the_server_is_checked() -> None:
    options = databases.from_url(CHECKED)["OPTIONS"]
    assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/etc/ca s.pem")


def test_the_programs_of_postgresql_check_the_server_in_the_same_way() -> None:
    given = libpq_environment(databases.from_url(CHECKED))
    assert (given["PGHOST"], given["PGSSLMODE"], given["PGSSLROOTCERT"]) == (
        "db.example",
        "verify-full",
        "/etc/ca s.pem",
    )


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://db/desk?ssl_mode=verify-full",
        "postgresql://db/desk?sslmode",
        "postgresql://db/desk?sslmode=require&sslmode=disable",
        "sqlite:///desk.sqlite3?mode=ro",
    ],
)
def test_a_parameter_of_a_database_url_that_would_be_passed_over_is_refused(url: str) -> None:
    with pytest.raises(env.BadEnvironment, match="COUNTERSIGN_DATABASE_URL"):
        databases.from_url(url)


def test_a_file_of_sqlite_has_no_host() -> None:
    with pytest.raises(env.BadEnvironment, match="sqlite:///"):
        databases.from_url("sqlite://data/desk.sqlite3")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COUNTERSIGN_VLLM_URL", "http://"),
        ("COUNTERSIGN_VLLM_URL", "http://:8000/v1"),
        ("COUNTERSIGN_SMTP_URL", "smtp://"),
        ("COUNTERSIGN_ALLOWED_HOSTS", "https://desk.example"),
        ("COUNTERSIGN_ALLOWED_HOSTS", "desk.example:443"),
        ("COUNTERSIGN_ALLOWED_HOSTS", "desk.example/"),
        ("COUNTERSIGN_WEBHOOK_ALLOW", "http://hooks.internal"),
        ("COUNTERSIGN_WEBHOOK_ALLOW", "hooks.internal:8080"),
        ("COUNTERSIGN_WEBHOOK_ALLOW", "10.0.0.0/8"),
        ("COUNTERSIGN_WEBHOOK_ALLOW", "*"),
    ],
)
def test_what_could_never_be_reached_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(env.BadEnvironment, match=name):
        env.Environment.read({name: value})


@pytest.mark.parametrize("url", ["postgresql:///desk", "sqlite:///desk.sqlite3"])
def test_a_database_on_this_machine_needs_no_host(url: str) -> None:
    assert env.Environment.read({"COUNTERSIGN_DATABASE_URL": url}).database_url == url


def test_hosts_that_webhooks_may_reach_are_named_as_they_are_called() -> None:
    given = {"COUNTERSIGN_WEBHOOK_ALLOW": "Hooks.Internal, münchen.intern, 10.0.0.5, [::1]"}
    named = ("hooks.internal", "xn--mnchen-3ya.intern", "10.0.0.5", "::1")
    assert env.Environment.read(given).webhook_allow == named


def test_hosts_of_the_site_may_be_all_of_a_domain_or_an_address() -> None:
    given = {"COUNTERSIGN_ALLOWED_HOSTS": "Desk.example, .desk.example, 10.0.0.5, [::1], *"}
    assert env.Environment.read(given).allowed_hosts == ("desk.example", ".desk.example", "10.0.0.5", "[::1]", "*")
