# SPDX-License-Identifier: MIT
"""A phone's page in Chromium, and evtest beside it, for the tests that go all the way."""

import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Page"))
import browser
from judges import Program, Wrong, assert_eq, wait_for

# The guest is slow.
browser.PATIENCE = 180


class Phone:
    """A Chromium, in which a page is opened by the address that is in a QR code."""

    def __init__(self):
        self.chromium = browser.Browser("--in-process-gpu")
        # No more to draw than has to be.
        self.tab = self.chromium.tab(density=1, still=True)
        self.tab.call("Page.addScriptToEvaluateOnNewDocument", source="""
            new MutationObserver(() => document.body?.className === 'playing' &&
                !performance.getEntriesByName('playing').length && performance.mark('playing'))
              .observe(document, { attributes: true, subtree: true, attributeFilter: ['class'] });""")

    def open(self, url):
        """Until it plays."""
        self.tab.go(url)
        try:
            self.tab.until("document.body?.className === 'playing'", 300)
        except AssertionError as error:
            raise Wrong(f"the page does not play: {error}, {self.tab.complaints()}") from None

    def middle(self, control):
        """Where a control's middle is on the screen."""
        return tuple(self.tab.run(f"""(() => {{
            const box = document.querySelector('.control[data-id="{control}"]').getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()"""))


class Evtest(Program):
    """What evtest sees of a pad: "BTN_SOUTH 1", and "-" at the end of a batch."""

    def __init__(self, device):
        super().__init__("stdbuf", "-oL", "evtest", device)
        self.wait(re.compile("Testing").match)
        self.seen = len(self.lines)

    @staticmethod
    def event(line):
        if "SYN_REPORT" in line:
            return "-"
        if found := re.search(r"type \d+ \(EV_(?:KEY|ABS)\), code \d+ \((\w+)\), value (-?\d+)", line):
            return f"{found[1]} {found[2]}"
        return line

    def expect(self, what, *events):
        """These events, and no others, since those before."""
        wait_for(what, lambda: len(self.lines) >= self.seen + len(events), 120)
        assert_eq(what, list(events), list(map(self.event, self.lines[self.seen:])))
        self.seen += len(events)
