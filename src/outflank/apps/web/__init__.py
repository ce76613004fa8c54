"""The app in the browser: a page of static files, and the JSON and WebSocket API that it uses."""
