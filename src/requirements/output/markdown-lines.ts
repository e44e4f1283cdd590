/** One line of Markdown, its line end left out. */
export interface MarkdownLine {
  readonly text: string;
  /** Columns of blanks before its first character; a tab goes to the next column that is a multiple of 4. */
  readonly indentation: number;
  /** Offset of its first character that is no blank. */
  readonly start: number;
  readonly isBlank: boolean;
}

/** The lines of a text. Markdown ends lines at `\n`, `\r\n` and `\r`. */
export function markdownLines(text: string): readonly MarkdownLine[] {
  return text.split(/\r\n|\n|\r/).map(readLine);
}

function readLine(text: string): MarkdownLine {
  let start = 0;
  let indentation = 0;
  for (; start < text.length; start++) {
    const code = text.charCodeAt(start);
    if (code === 32) indentation++;
    else if (code === 9) indentation += 4 - (indentation % 4);
    else break;
  }
  return { text, indentation, start, isBlank: start === text.length };
}

/** The line with up to `columns` columns of blanks taken off. */
export function withoutIndentation({ text }: MarkdownLine, columns: number): string {
  let at = 0;
  let column = 0;
  while (column < columns && at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 32) column++;
    else if (code === 9) column += 4 - (column % 4);
    else break;
    at++;
  }
  return ' '.repeat(Math.max(0, column - columns)) + text.slice(at);
}

/** Where the content of a list item begins. */
export interface ListMarker {
  /** Columns that a line needs before its text to belong to the item. */
  readonly width: number;
  /** What follows the marker on its line. */
  readonly content: string;
}

const MARKER = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/;

/** The marker at the start of a line's text; undefined for a line that starts no list item. */
export function listMarkerOf(line: MarkdownLine): ListMarker | undefined {
  const text = line.text.slice(line.start);
  const marker = MARKER.exec(text)?.[0];
  if (marker === undefined || isThematicBreak(text)) return undefined;
  const after = readLine(text.slice(marker.length));
  const width = line.indentation + marker.length;
  if (after.isBlank) return { width: width + 1, content: '' };
  // Five blanks and more: the marker has one, the others indent code.
  if (after.indentation > 4) return { width: width + 1, content: withoutIndentation(after, 1) };
  return { width: width + after.indentation, content: after.text.slice(after.start) };
}

/** Three or more `-`, `*` or `_`, with nothing but blanks between and around them. */
function isThematicBreak(text: string): boolean {
  const mark = text.charAt(0);
  if (mark !== '-' && mark !== '*' && mark !== '_') return false;
  let count = 0;
  for (const character of text) {
    if (character === mark) count++;
    else if (character !== ' ' && character !== '\t') return false;
  }
  return count >= 3;
}

/** The tags that begin a block of HTML wherever they start a line. */
const HTML_BLOCK =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|' +
  'tfoot|th|thead|title|tr|track|ul';
const INTERRUPTION = new RegExp(
  `^(?:#{1,6}(?:[ \\t]|$)|>|\`{3}[^\`]*$|~{3}|<[!?]|</?(?:${HTML_BLOCK})(?:[ \\t/>]|$))`,
  'i',
);

/** Whether text that starts a line begins a block that ends a paragraph before it (lists apart). */
export function interruptsParagraph(text: string): boolean {
  return INTERRUPTION.test(text) || isThematicBreak(text);
}
