"""The page that asks for the token, in the language of the browser."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import escape

from starlette.responses import HTMLResponse

_TEXTS = {
    "en": (
        "This server asks for a token. The terminal in which it runs shows it.",
        "That is not its token.",
        "Token",
        "Go",
    ),
    "fr": (
        "Ce serveur demande un jeton. Le terminal où il tourne le montre.",
        "Ce jeton est faux.",
        "Jeton",
        "Entrer",
    ),
    "ja": (
        "このサーバーにはトークンが必要です。サーバーの端末に表示されています。",
        "トークンが違います。",
        "トークン",
        "入る",
    ),
}

_LANGUAGE = re.compile(
    r"(?:^|,)\s*([A-Za-z]{2,3})\b[A-Za-z0-9-]*\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?))?\s*(?=,|$)"
)
"""One of Accept-Language: what of it says the language, and how much it is wanted."""

_STYLE = """
:root { color-scheme: light dark; --page: #f4f5f2; --card: #fff; --line: #d9ddd7; --text: #1b211f;
  --accent: #1d6b4a; --on: #fff; --danger: #a3310b }
@media (prefers-color-scheme: dark) { :root { --page: #15191a; --card: #1e2425; --line: #384142;
  --text: #e8ecea; --accent: #6cc79b; --on: #0d1712; --danger: #ff9d7a } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: min(26rem, 94vw); padding: 1.5rem; border: 1px solid var(--line);
  border-radius: 14px; background: var(--card) }
h1 { margin: 0 0 .5rem; font-size: 1.3rem }
p { margin: 0 0 1rem }
[role=alert] { color: var(--danger) }
form, label { display: grid; gap: .5rem }
input, button { width: 100%; min-height: 2.5rem; padding: .3rem .7rem; border-radius: 8px;
  border: 1px solid var(--line); background: var(--page); color: inherit; font: inherit }
button { border-color: var(--accent); background: var(--accent); color: var(--on) }
"""

_POLICY = (
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
    f"style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
)
"""Nothing but this page's own style, as its files are behind the token too."""

_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>Outflank</title>
<meta name="viewport" content="width=device-width"><style>{style}</style>
<main><h1>Outflank</h1>
<p>{asks}</p>{problem}
<form>{hidden}<label>{token} <input name="token" autocomplete="off" autofocus required></label>
<button>{go}</button></form></main></html>
"""


def token_page(languages: str, query: list[tuple[str, str]]) -> HTMLResponse:
    """Asks for the token, and keeps what an address asks for besides; says so if one was wrong.

    `languages` are as the browser's Accept-Language has them.
    """
    language = next((name for name in _spoken(languages) if name in _TEXTS), "en")
    asks, wrong, token, go = _TEXTS[language]
    problem = f'\n<p role="alert">{wrong}</p>' if dict(query).get("token") else ""
    fields = ((escape(name), escape(value)) for name, value in query if name != "token")
    hidden = "".join(f'<input type="hidden" name="{n}" value="{v}">' for n, v in fields)
    page = _PAGE.format(
        language=language,
        style=_STYLE,
        asks=asks,
        problem=problem,
        hidden=hidden,
        token=token,
        go=go,
    )
    return HTMLResponse(page, 401, {"Vary": "Accept-Language", "Content-Security-Policy": _POLICY})


def _spoken(languages: str) -> list[str]:
    """The languages that are wanted, the most wanted first."""
    wanted = [(-float(weight or 1), name.lower()) for name, weight in _LANGUAGE.findall(languages)]
    return [name for weight, name in sorted(wanted, key=lambda one: one[0]) if weight]
