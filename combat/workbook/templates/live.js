// Each live figure brings its frames; a change of its inputs shows the frame for their places.
for (const figure of document.querySelectorAll("figure.live")) {
  const film = JSON.parse(figure.querySelector("script").textContent);
  const [form, image] = [figure.querySelector("form"), figure.querySelector("img")];
  const inputs = [...form.querySelectorAll("[data-dial]")];
  const presets = form.querySelector("[data-presets]");
  const start = film.dials.map((dial) => dial.start);
  const placeOf = (input) => (input.type === "checkbox" ? Number(input.checked) : Number(input.value));

  function put(places) {
    inputs.forEach((input, i) => {
      if (input.type === "checkbox") input.checked = Boolean(places[i]);
      else input.value = places[i];
      if (input.type === "range") {
        input.setAttribute("aria-valuetext", film.dials[i].texts[places[i]]);
        input.nextElementSibling.textContent = film.dials[i].texts[places[i]];
      }
    });
    const [picture, alt, caption, below] = film.frames[film.places[places.join()]];
    image.src = "data:image/webp;base64," + film.images[picture];
    image.alt = alt;
    figure.querySelector(".caption").textContent = caption;
    figure.querySelector(".below").innerHTML = below;
    figure.querySelector(".spoken").textContent = alt;
  }

  inputs.forEach((input, i) => input.addEventListener("input", () => {
    const places = film.single ? start.slice() : inputs.map(placeOf);
    places[i] = placeOf(input);
    if (presets) presets.value = "";
    put(places);
  }));
  if (presets) presets.addEventListener("input", () => {
    if (presets.value !== "") put(film.presets[presets.value].place);
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    if (presets) presets.value = "";
    put(start);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  figure.querySelector(".settings").hidden = true;
}
