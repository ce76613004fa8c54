// Before the first picture: the theme that was chosen, so that nothing flashes.

(() => {
  let chosen;
  try {
    chosen = JSON.parse(localStorage.getItem("outflank.settings") ?? "{}")?.theme;
  } catch {
    // What is broken is as if it were not there.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
})();
