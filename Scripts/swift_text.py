"""Removes comments and strings from Swift, for the checks beside this file."""

import re

MARK = re.compile(r'//|/\*|\*/|(?P<escape>\\)(?P<hashes>#*)|(?P<quote>#*(?:"""|"))|\(|\)')


def code(text: str) -> str:
    """The text with blanks for comments and for strings, except interpolated code; offsets stay."""
    made = list(text)
    # The open constructs: "*" for a comment, "(" inside an interpolation, or the delimiter that ends a string.
    stack: list[str] = []
    position = blank = 0

    def erase(end: int) -> None:
        made[blank:end] = [letter if letter == "\n" else " " for letter in text[blank:end]]

    while found := MARK.search(text, position):
        inside = stack[-1] if stack else ""
        mark, start, position = found[0], found.start(), found.end()
        if inside == "*":
            if mark == "/*":
                stack.append("*")
            elif mark == "*/":
                stack.pop()
                if stack[-1:] != ["*"]:
                    erase(position)
        elif inside.startswith('"'):
            hashes = inside.strip('"')
            if found["escape"] and found["hashes"].startswith(hashes):
                position = start + 1 + len(hashes) + 1
                if text[position - 1] == "(":
                    erase(position)
                    stack.append("(")
            elif mark.startswith('"') and text.startswith(inside, start):
                position = start + len(inside)
                stack.pop()
                erase(position)
            else:
                position = start + 1
        elif mark == "//":
            blank, position = start, text.index("\n", position)
            erase(position)
        elif mark == "/*" or found["quote"]:
            blank = start
            # Three quotes on one line are a raw string of one quote, or an empty string and the beginning of another.
            if (found["quote"] or "").endswith('"""') and text[position] != "\n":
                position -= 2
            stack.append("*" if mark == "/*" else text[start:position].strip("#") + "#" * mark.count("#"))
        elif stack and mark == "(":
            stack.append("(")
        elif stack and mark == ")":
            stack.pop()
            blank = start
    return "".join(made)
