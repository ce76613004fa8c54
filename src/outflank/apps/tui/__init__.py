"""The board in the terminal: Textual screens over the library.

Needs `pip install 'outflank[tui]'`.
"""
