"""Turns the Markdown of the document's descriptions into HTML. Unknown markup stays text."""

from __future__ import annotations

import html
import re

ITEM = re.compile(r"^( *)(?:[-*]|\d+\.) +(.*)")
INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)")


def escaped(text: object) -> str:
    return html.escape(str(text), quote=True)


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "section"


def inline(text: str) -> str:
    """Renders a run of text: code, strong, links."""
    parts, end = [], 0
    for match in INLINE.finditer(text):
        parts.append(html.escape(text[end : match.start()], quote=False))
        code, strong, label, target = match.groups()
        if code:
            parts.append(f"<code>{html.escape(code, quote=False)}</code>")
        elif strong:
            parts.append(f"<strong>{inline(strong)}</strong>")
        elif re.match(r"(https?:|[/#])", target):
            parts.append(f'<a href="{escaped(target)}">{inline(label)}</a>')
        else:
            parts.append(html.escape(match.group(0), quote=False))
        end = match.end()
    parts.append(html.escape(text[end:], quote=False))
    return "".join(parts)


def headings(text: str) -> list[str]:
    """The second-level headings outside of code."""
    return re.findall(r"^## +(.+)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)


def blocks(text: str, prefix: str = "") -> str:
    """Renders paragraphs, headings, lists, tables and code. `prefix` is for the anchors of headings."""
    lines = (text or "").splitlines()
    out, at = [], 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            out.append(f'<pre tabindex="0">{html.escape(chr(10).join(lines[at + 1 : end]), quote=False)}</pre>')
            at = end + 1
        elif heading := re.match(r"^(#{1,6}) +(.+)", line):
            level, title = min(len(heading[1]) + 1, 6), heading[2]
            out.append(f'<h{level} id="{prefix}{slug(title)}">{inline(title)}</h{level}>')
            at += 1
        elif line.startswith("|"):
            end = _run(lines, at, lambda other: other.startswith("|"))
            out.append(_table(lines[at:end]))
            at = end
        elif ITEM.match(line):
            end = _run(lines, at, lambda other: bool(ITEM.match(other)) or other.startswith("  "))
            out.append(_list(lines[at:end]))
            at = end
        else:
            end = _run(lines, at, lambda other: bool(other.strip()) and not re.match(r"```|\||#{1,6} ", other))
            end = max(end, at + 1)
            while end > at + 1 and ITEM.match(lines[end - 1]):
                end -= 1
            out.append(f"<p>{inline(' '.join(part.strip() for part in lines[at:end]))}</p>")
            at = end
    return "\n".join(out)


def sentence(text: str) -> str:
    """Renders a short description, inline if it is one paragraph."""
    rendered = blocks(text)
    single = re.fullmatch(r"<p>(.*)</p>", rendered, re.S)
    return single[1] if single and "<p>" not in single[1] else rendered


def _run(lines: list[str], at: int, holds) -> int:
    while at < len(lines) and holds(lines[at]):
        at += 1
    return at


def _list(lines: list[str]) -> str:
    tag = "ol" if re.match(r" *\d", lines[0]) else "ul"
    items: list[str] = []
    for line in lines:
        match = ITEM.match(line)
        if match:
            items.append(match[2])
        elif items:
            items[-1] += " " + line.strip()
    return f"<{tag}>" + "".join(f"<li>{inline(item)}</li>" for item in items) + f"</{tag}>"


def _table(lines: list[str]) -> str:
    def cells(line: str) -> list[str]:
        return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]

    rows = [cells(line) for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    head = "".join(f"<th>{inline(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in row) + "</tr>\n" for row in rows[1:])
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'
