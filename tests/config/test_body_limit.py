import pytest
from django.db import connection
from django.test import Client


@pytest.mark.django_db
def test_db():
    with connection.cursor() as c:
        c.execute("select 1")
        assert c.fetchone() == (1,)


def test_health(client: Client):
    r = client.get("/healthz")
    assert r.status_code == 200 and r["X-Request-ID"]
