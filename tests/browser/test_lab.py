"""Each notebook in a real JupyterLab: run all cells, move a slider of each panel."""

import pytest

from tests.browser.conftest import ROOT

NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
RESTING = """() => {
  const idle = document.querySelector('.jp-Notebook-ExecutionIndicator').dataset.status == 'idle';
  const waiting = document.querySelector('.jp-Notebook').textContent.includes('[*]');
  if (!idle || waiting) { window.since = null; return false; }
  window.since = window.since || performance.now();
  return performance.now() - window.since > 1000;
}"""
CHANGED = "([image, before]) => image.src !== before"


def open_and_run(page, address):
    page.goto(address, timeout=90_000)
    # The indicator of the notebook says idle while the kernel still starts; cells run then
    # are lost now and again. The status bar knows.
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=90_000)
    assert page.get_by_role("slider").count() == 0  # only pictures before it is run
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    page.get_by_role("slider").first.wait_for(timeout=60_000)
    page.wait_for_function(RESTING, timeout=90_000)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_key_on_a_slider_changes_the_picture_of_each_panel(page, lab, name):
    open_and_run(page, lab.format(name))
    errors = page.locator("[data-mime-type='application/vnd.jupyter.error']")
    assert errors.count() == 0
    panels = page.locator(".jp-OutputArea-output:has(img.widget-image):has([role=slider])")
    assert panels.count() > 0
    for panel in panels.all():
        slider = panel.get_by_role("slider").first
        image = panel.locator("img.widget-image").element_handle()
        before, readout = image.get_attribute("src"), panel.locator(".widget-readout").first
        said = readout.inner_text()
        slider.scroll_into_view_if_needed()
        slider.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function(CHANGED, arg=[image, before], timeout=10_000)
        assert readout.inner_text() != said
        panel.get_by_role("button", name="Reset").click()
        page.wait_for_function("([element, said]) => element.innerText === said",
                               arg=[readout.element_handle(), said], timeout=10_000)
