// Runs before the page is drawn, so that it never shows the wrong theme first.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing for us has the system's theme.
}
