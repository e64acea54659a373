"""Prints lines about events and, on a terminal, redraws a picture below them."""


class Screen:
    def __init__(self, output):
        self.output, self.is_terminal, self.height = output, output.isatty(), 0

    def say(self, line):
        self.clear()
        self.write(f"{line}\n")

    def draw(self, lines):
        if self.is_terminal:
            self.clear()
            # Do not wrap lines: their height would be unknown.
            self.write("\x1b[?7l" + "".join(f"{line}\n" for line in lines) + "\x1b[?7h")
            self.height = len(lines)

    def clear(self):
        if self.height:
            self.write(f"\x1b[{self.height}A\x1b[J")
            self.height = 0

    def write(self, text):
        self.output.write(text)
        self.output.flush()


def drawn(fraction, width=30):
    """A bar for a fraction."""
    full = round(max(0, min(fraction, 1)) * width)
    return "█" * full + "░" * (width - full)
