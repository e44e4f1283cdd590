import { defineOptions, option } from '../core/index.js';
import { shortened } from '../core/internal.js';
import type { SourceRange } from './finding.js';
import { SourceLines } from './source-lines.js';

/** How {@link renderCodeFrame} draws. */
export interface CodeFrameOptions {
  /** Lines shown before and after the marked ones. Default 2. */
  readonly context?: number;
  /** Whether to emit ANSI colours; pass true for a terminal only. Default false. */
  readonly colour?: boolean;
}

const checkCodeFrameOptions = defineOptions<CodeFrameOptions>()('renderCodeFrame', {
  context: option.number,
  colour: option.boolean,
});

const MAX_WIDTH = 160;
const MAX_MARKED_LINES = 6;
const TAB = '    ';

/**
 * The lines around a finding with their numbers, and a caret line below what is meant:
 *
 *     1 | def area(width, height:
 *       |         ^
 *     2 |     return width * height
 *
 * Tabs are drawn as four spaces, other control characters as `·`; lines longer than 160 characters are cut
 * around the place. Text without a trailing line end; empty when the place is outside the code.
 */
export function renderCodeFrame(code: string, place: SourceRange, options: CodeFrameOptions = {}): string {
  checkCodeFrameOptions(options);
  const context = options.context ?? 2;
  const lines = new SourceLines(code);
  if (place.line < 1 || place.line > lines.count) return '';
  const endLine = place.endColumn <= 1 && place.endLine > place.line ? place.endLine - 1 : place.endLine;
  const lastMarked = Math.min(Math.max(endLine, place.line), lines.count, place.line + MAX_MARKED_LINES - 1);
  const first = Math.max(1, place.line - context);
  const shown = lines.line(lines.count) === '' ? Math.max(lastMarked, lines.count - 1) : lines.count;
  const last = Math.min(shown, lastMarked + context);
  const width = String(last).length;
  const paint = options.colour === true ? colours : plain;
  const out: string[] = [];
  for (let number = first; number <= last; number++) {
    const marked = number >= place.line && number <= lastMarked;
    const drawn = drawLine(lines.line(number), number, place, marked);
    const gutter = `${String(number).padStart(width)} |`;
    out.push(
      `${marked ? paint.strong(gutter) : paint.faint(gutter)}${drawn.text === '' ? '' : ` ${drawn.text}`}`,
    );
    if (drawn.carets !== '') {
      out.push(`${paint.faint(`${' '.repeat(width)} |`)} ${paint.mark(drawn.carets)}`);
    }
  }
  return out.join('\n');
}

function drawLine(
  text: string,
  number: number,
  place: SourceRange,
  marked: boolean,
): { readonly text: string; readonly carets: string } {
  if (!marked) return { text: draw(clip(text, 0)), carets: '' };
  const indent = text.length - text.trimStart().length;
  const from = number === place.line ? Math.min(place.column - 1, text.length) : indent;
  const to = number === place.endLine ? Math.min(place.endColumn - 1, text.length) : text.length;
  const shift = from > MAX_WIDTH - 40 ? from - MAX_WIDTH / 2 : 0;
  const shown = clip(text, shift);
  const lead = draw(clip(text, shift).slice(0, (shift > 0 ? 1 : 0) + from - shift));
  const body = draw(text.slice(from, Math.min(Math.max(to, from), shift + MAX_WIDTH)));
  return {
    text: draw(shown),
    carets: `${' '.repeat(displayWidth(lead))}${'^'.repeat(Math.max(1, displayWidth(body)))}`,
  };
}

function clip(text: string, shift: number): string {
  const start = shift > 0 ? `…${text.slice(shift)}` : text;
  return shortened(start, MAX_WIDTH);
}

function draw(text: string): string {
  return (
    text
      .replaceAll('\t', TAB)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a terminal
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '·')
  );
}

/** Columns a terminal gives the text: wide East Asian characters and emoji take two, combining marks none. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

interface Paint {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly mark: (text: string) => string;
}

const plain: Paint = { strong: (text) => text, faint: (text) => text, mark: (text) => text };
const colours: Paint = {
  strong: (text) => `\u001b[1m${text}\u001b[22m`,
  faint: (text) => `\u001b[2m${text}\u001b[22m`,
  mark: (text) => `\u001b[31m${text}\u001b[39m`,
};
