// Lets the fights of a page play.
for (const root of document.querySelectorAll(".fights:not(.plays)")) {
  new Fights(root, JSON.parse(root.querySelector("script").textContent));
}
