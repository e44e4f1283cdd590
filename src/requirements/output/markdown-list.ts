import {
  interruptsParagraph,
  listMarkerOf,
  type MarkdownLine,
  markdownLines,
  withoutIndentation,
} from './markdown-lines.js';

/**
 * Reads the top level of a text by the rules of CommonMark, line by line, as far as it is nothing but lists. What
 * stands inside an item is not read further, so nesting costs nothing.
 */
class ListReader {
  readonly items: string[] = [];
  #lines: string[] | null = null;
  #width = 0;
  #isAfterBlank = false;
  /** Whether a line without indentation would still continue the item's last paragraph. */
  #isParagraphOpen = false;
  #fence: string | null = null;

  /** Takes the next line; false where it belongs to no list. */
  read(line: MarkdownLine): boolean {
    if (line.isBlank) return this.#readBlank();
    if (this.#lines !== null && line.indentation >= this.#width) {
      this.#addLine(withoutIndentation(line, this.#width));
      return true;
    }
    const marker = line.indentation <= 3 ? listMarkerOf(line) : undefined;
    if (marker !== undefined) {
      this.close();
      this.#lines = [];
      this.#width = marker.width;
      this.#addLine(marker.content);
      return true;
    }
    if (!this.#isLazy(line)) return false;
    this.#lines?.push(line.text.slice(line.start));
    return true;
  }

  /** Ends the item that is open. */
  close(): void {
    if (this.#lines !== null) this.items.push(this.#lines.join('\n').trimEnd().replace(TASK_BOX, ''));
    this.#lines = null;
    this.#fence = null;
    this.#isAfterBlank = false;
  }

  #readBlank(): boolean {
    // An item may begin with one empty line, not with two.
    const isEmpty = this.#lines?.length === 1 && this.#lines[0] === '';
    if (isEmpty) this.#width = Number.POSITIVE_INFINITY;
    this.#lines?.push('');
    this.#isAfterBlank = true;
    if (this.#fence === null) this.#isParagraphOpen = false;
    return true;
  }

  #addLine(text: string): void {
    this.#lines?.push(text);
    const own = withoutMarks(text);
    const isAfterParagraph = this.#isParagraphOpen && !this.#isAfterBlank;
    this.#isAfterBlank = false;
    if (this.#fence !== null) {
      if (own.startsWith(this.#fence) && own.slice(this.#fence.length).trim() === '') this.#fence = null;
      this.#isParagraphOpen = false;
      return;
    }
    this.#fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(own)?.[0] ?? null;
    const isIndentedCode = !isAfterParagraph && /^(?: {4}|\t)/.test(text);
    this.#isParagraphOpen = own !== '' && !isIndentedCode && !interruptsParagraph(own);
  }

  #isLazy(line: MarkdownLine): boolean {
    return (
      this.#lines !== null &&
      this.#isParagraphOpen &&
      !this.#isAfterBlank &&
      (line.indentation > 3 || !interruptsParagraph(line.text.slice(line.start)))
    );
  }
}

/** The items of a text that is nothing but Markdown lists, in order; null for any other text. */
export function markdownListItems(text: string): readonly string[] | null {
  const reader = new ListReader();
  for (const line of markdownLines(text)) if (!reader.read(line)) return null;
  reader.close();
  return reader.items.length === 0 ? null : reader.items;
}

/** The box of a task list, which is no part of the item's text. */
const TASK_BOX = /^\[[ xX]\][ \t]+/;
const MAX_MARKS = 100;

/** A line without the marks of the lists and quotes inside an item. */
function withoutMarks(text: string): string {
  let rest = text.trimStart();
  for (let count = 0; count < MAX_MARKS; count++) {
    const mark = /^(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))[ \t]*/.exec(rest)?.[0];
    if (mark === undefined) return rest;
    rest = rest.slice(mark.length);
  }
  return rest;
}
