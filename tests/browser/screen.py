"""The page as a person sees it: words for what tests do there and read off it."""

from playwright.sync_api import expect


class Screen:
    """One page in the browser."""

    def __init__(self, page, server, pictures):
        self.page, self.server, self.pictures = page, server, pictures

    def open(self, address=""):
        self.page.goto(f"{self.server.url}/{address}")
        self.ready()

    def reload(self):
        self.page.reload()
        self.ready()

    def ready(self):
        self.page.wait_for_selector("body[data-ready]")

    def square(self, name):
        return self.page.locator(f"#board [data-square={name}]")

    def play(self, *moves):
        """Clicks squares one by one, each as soon as the one before has been played."""
        for move in moves:
            self.square(move).click()
            expect(self.square(move).locator(".ob-disc")).to_have_count(1)

    def legal(self):
        return self.page.eval_on_selector_all(
            "#board .ob-legal", "cells => cells.map(cell => cell.dataset.square)"
        )

    def offers(self, *names):
        """Waits until just these squares can be played."""
        expect(self.page.locator("#board .ob-legal")).to_have_count(len(names))
        for name in names:
            expect(self.square(name)).to_contain_class("ob-legal")

    def shows(self, black, white):
        """Waits for so many discs on the board."""
        expect(self.page.locator("#board .ob-disc.ob-black")).to_have_count(black)
        expect(self.page.locator("#board .ob-disc.ob-white")).to_have_count(white)

    def discs(self):
        """Black's and White's, as the bars of the players say."""
        return tuple(
            int(self.page.locator(f".player[data-color={color}] .count").inner_text())
            for color in ("black", "white")
        )

    def on_board(self):
        """The same, counted on the board."""
        return tuple(
            self.page.locator(f"#board .ob-disc.ob-{c}").count() for c in ("black", "white")
        )

    @property
    def headline(self):
        return self.page.locator("#status .headline")

    @property
    def notice(self):
        return self.page.locator("#notice")

    @property
    def dialog(self):
        return self.page.locator("dialog[open]")

    def moves(self):
        """The moves in sight, in their order on the screen, variations among them."""
        panel = "#study-panel" if self.page.locator("#study-panel").is_visible() else "#play-panel"
        return self.page.eval_on_selector_all(
            f"{panel} .move", "moves => moves.map(move => move.firstChild.textContent)"
        )

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name, exact=True):
        return self.page.get_by_role("button", name=name, exact=exact)

    def go(self, place):
        self.page.locator("#places").get_by_role("button", name=place).click()

    def paste(self, text):
        """Opens the window that reads, and has it read a text."""
        self.press("p")
        self.dialog.locator("textarea").fill(text)
        self.dialog.get_by_role("button", name="Read").click()

    def saved(self):
        """The game in the library, once all that was done is there."""
        self.page.wait_for_function(
            "() => JSON.parse(localStorage['outflank.game']).dirty === false"
        )
        kept = self.page.evaluate("JSON.parse(localStorage['outflank.game']).id")
        return self.server.get(f"/games/{kept}")

    def picture(self, name):
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self.pictures / f"{name}.png")
