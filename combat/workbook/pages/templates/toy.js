for (const root of document.querySelectorAll(".toy:not(.awake)")) {
  new Toy(root, JSON.parse(root.dataset.units));
}
