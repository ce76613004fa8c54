"""The API's document: complete, offline, and true, as schemathesis tries it."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from outflank.apps.web.app import create_app
from outflank.apps.web.config import Config

from .conftest import BASE, Client

ROUTES = {
    "/about": {"get"},
    "/line": {"post"},
    "/picture.svg": {"get"},
    "/picture.png": {"get"},
    "/parse": {"post"},
    "/export": {"post"},
    "/explain": {"post"},
    "/openings": {"get"},
    "/opening": {"post"},
    "/explorer": {"post"},
    "/games": {"get", "post"},
    "/games/import": {"post"},
    "/games/export": {"get"},
    "/games/{name}": {"get", "put", "delete"},
    "/puzzles": {"get"},
    "/puzzles/{number}/tries": {"post"},
    "/matches": {"get", "post"},
    "/matches/{name}": {"get", "delete"},
    "/matches/{name}/stop": {"post"},
    "/matches/{name}/resume": {"post"},
}


def test_everything_is_there(shared) -> None:
    document = shared.get("/api/v1/openapi.json").json()
    assert document["info"]["title"] == "Outflank"
    paths = {path.removeprefix("/api/v1"): set(ways) for path, ways in document["paths"].items()}
    assert paths == ROUTES
    for ways in document["paths"].values():
        for route in ways.values():
            assert route["summary"]
            assert route["description"]
            assert route["tags"]
    error = {"$ref": "#/components/schemas/ErrorAnswer"}
    for ways in document["paths"].values():
        for route in ways.values():
            refusal = route["responses"]["422"]["content"]["application/json"]["schema"]
            assert refusal == error


def test_the_page_needs_no_network(shared) -> None:
    page = shared.get("/api/v1/docs")
    assert page.status_code == 200
    assert "://" not in page.text
    for name in ("swagger-ui.css", "swagger-ui-bundle.js", "start.js"):
        assert f'"docs/{name}"' in page.text
        assert shared.get(f"/api/v1/docs/{name}").status_code == 200


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    folder = tmp_path_factory.mktemp("api")
    config = Config(folder / "library.db", folder / "games.db", rate=1e9)
    app = create_app(config)
    with Client(app, base_url=BASE):
        yield schemathesis.openapi.from_asgi(
            "/api/v1/openapi.json", app, headers={"Host": "localhost"}
        )


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
def test_as_documented(case) -> None:
    case.call_and_validate(
        headers={"Host": "localhost"},
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ],
    )
