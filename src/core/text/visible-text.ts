import * as option from '../option-kinds.js';
import { defineOptions } from '../options.js';

/** A sequence that sets colour or style (SGR). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape character is what is looked for.
const COLOUR = /\u001b\[[0-9;:]*m/g;

/**
 * What a terminal, or a reader's eye, would be led by: controls other than tab and line feed, marks of writing
 * direction, line separators, invisible spaces, tag characters, halves of surrogate pairs.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a terminal.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]+/gu;

/** How {@link visibleText} treats text. */
export interface VisibleTextOptions {
  /** Whether sequences that set colours stay: for text that we coloured ourselves. Default false: they are taken out. */
  readonly keepColours?: boolean;
}

const checkVisibleTextOptions = defineOptions<VisibleTextOptions>()('visibleText', {
  keepColours: option.boolean,
});

/**
 * Untrusted text made safe to show to a person. Control characters, which could move the cursor, set the title or ring
 * the bell, and bidirectional marks, which could reorder the text, become escapes: `\x1b`, `\u202e`. Escapes from 127
 * on are those of JSON, so JSON text stays the same JSON. Colours are removed; tabs and line ends stay.
 */
export function visibleText(text: string, options: VisibleTextOptions = {}): string {
  checkVisibleTextOptions(options);
  if (options.keepColours !== true) return withEscapes(text.replace(COLOUR, ''));
  let shown = '';
  let from = 0;
  for (const { 0: sequence, index } of text.matchAll(COLOUR)) {
    shown += withEscapes(text.slice(from, index)) + sequence;
    from = index + sequence.length;
  }
  return shown + withEscapes(text.slice(from));
}

function withEscapes(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(HIDDEN, escaped);
}

function escaped(characters: string): string {
  let written = '';
  let [before, shown] = [-1, ''];
  for (let index = 0; index < characters.length; index++) {
    const code = characters.charCodeAt(index);
    if (code !== before) [before, shown] = [code, escapeOf(code)];
    written += shown;
  }
  return written;
}

/** The escapes made so far: a hostile text has the same characters again and again, and few are hidden. */
const escapes = new Map<number, string>();

function escapeOf(code: number): string {
  let shown = escapes.get(code);
  if (shown === undefined) {
    const digits = code.toString(16);
    shown = code < 0x7f ? `\\x${digits.padStart(2, '0')}` : `\\u${digits.padStart(4, '0')}`;
    escapes.set(code, shown);
  }
  return shown;
}
