"""The page that asks for the token, in the language of the browser."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse

_TEXTS = {
    "en": ("This server asks for a token. The terminal in which it runs shows it.", "Token", "Go"),
    "fr": ("Ce serveur demande un jeton. Le terminal où il tourne le montre.", "Jeton", "Entrer"),
    "ja": (
        "このサーバーにはトークンが必要です。サーバーの端末に表示されています。",
        "トークン",
        "入る",
    ),
}

_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>Outflank</title>
<meta name="viewport" content="width=device-width">
<h1>Outflank</h1>
<p>{asks}</p>
<form>{hidden}<label>{token} <input name="token" autocomplete="off" autofocus required></label>
<button>{go}</button></form></html>
"""


def token_page(languages: str, query: list[tuple[str, str]]) -> HTMLResponse:
    """Asks for the token, and keeps what an address asks for besides.

    `languages` are as the browser's Accept-Language has them, the best first.
    """
    spoken = (part.strip()[:2].lower() for part in languages.split(","))
    language = next((name for name in spoken if name in _TEXTS), "en")
    asks, token, go = _TEXTS[language]
    fields = ((escape(name), escape(value)) for name, value in query if name != "token")
    hidden = "".join(f'<input type="hidden" name="{n}" value="{v}">' for n, v in fields)
    page = _PAGE.format(language=language, asks=asks, hidden=hidden, token=token, go=go)
    return HTMLResponse(page, 401, {"Vary": "Accept-Language"})
