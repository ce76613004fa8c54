"""The API's document: complete, offline, and true, as schemathesis tries it."""

from __future__ import annotations

from threading import Thread

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from outflank.apps.web.app import create_app
from outflank.apps.web.config import Config
from outflank.apps.web.server import listening

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
    "/games/delete": {"post"},
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


def test_sockets_are_described(shared) -> None:
    document = shared.get("/api/v1/openapi.json").json()
    for path in ("analysis", "play", "review", "matches/{id}/live"):
        assert f"`/api/v1/{path}`" in document["info"]["description"]
    schemas = document["components"]["schemas"]
    for name in ("AnalysisRequest", "PlayRequest", "ReviewRequest", "Live"):
        assert schemas[name]["properties"]
        assert schemas[name]["description"]
    assert schemas["AnalysisAnswer"]["properties"]["nodes"]["type"] == "integer"


def test_the_page_needs_no_network(shared) -> None:
    page = shared.get("/api/v1/docs")
    assert page.status_code == 200
    assert "://" not in page.text
    for name in ("swagger-ui.css", "swagger-ui-bundle.js", "start.js"):
        assert f'"docs/{name}"' in page.text
        assert shared.get(f"/api/v1/docs/{name}").status_code == 200


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    """The document of a server, and through it the server."""
    folder = tmp_path_factory.mktemp("api")
    config = Config(folder / "library.db", folder / "games.db", rate=1e9)
    listener = listening("127.0.0.1", 0)
    settings = uvicorn.Config(create_app(config), log_level="error", ws="websockets-sansio")
    server = uvicorn.Server(settings)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1/openapi.json"
    yield schemathesis.openapi.from_url(address)
    server.should_exit = True
    thread.join()


@pytest.mark.parametrize(
    ("path", "method"), [(path, method) for path, ways in ROUTES.items() for method in sorted(ways)]
)
def test_as_documented(path, method, api) -> None:
    """Whatever fits the document, and what does not, is answered as the document says."""
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    operation = api[f"/api/v1{path}"][method]

    @settings(max_examples=10, suppress_health_check=list(HealthCheck))
    @given(
        operation.as_strategy(GenerationMode.POSITIVE)
        | operation.as_strategy(GenerationMode.NEGATIVE)
    )
    def check(case) -> None:
        case.call_and_validate(checks=checks)

    check()
