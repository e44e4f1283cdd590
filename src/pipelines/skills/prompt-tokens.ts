import type { Json } from '../../core/index.js';

/**
 * What kind of thing a token of a prompt is. A `name` is an unquoted word with a digit or a sign in it: a path, an
 * identifier, an address. A `mark` is punctuation.
 */
export type TokenKind = 'text' | 'number' | 'date' | 'name' | 'word' | 'mark';

/** A token of a prompt. */
export interface PromptToken {
  readonly kind: TokenKind;
  /** As it stands in the prompt. */
  readonly source: string;
  /** What it says: a quoted text without its quotes, a number as a number, anything else as it stands. */
  readonly value: Json;
}

/** Characters of a prompt that are read: nobody repeats a longer request by template. */
const MOST_CHARACTERS = 4_000;
const OPENING = new Set('([{\'"“‘');
const CLOSING = new Set('.,:;?!)]}\'"”’');
/** Marks that end a sentence. */
const ENDS = new Set('.?!:');

/**
 * The sentences of a prompt as tokens. A sentence ends at `.`, `?`, `!` or `:` before white space. Empty for a prompt that
 * is too long to be one of many alike.
 */
export function sentencesOf(prompt: string): readonly (readonly PromptToken[])[] {
  if (prompt.length > MOST_CHARACTERS) return [];
  const sentences: PromptToken[][] = [];
  let sentence: PromptToken[] = [];
  let at = 0;
  const end = (): void => {
    if (sentence.length > 0) sentences.push(sentence);
    sentence = [];
  };
  while (at < prompt.length) {
    if (isSpace(prompt[at])) {
      at++;
      continue;
    }
    const quote = quotedAt(prompt, at);
    if (quote !== null) {
      sentence.push({ kind: 'text', source: prompt.slice(at, quote.end), value: quote.value });
      at = quote.end;
    } else if (OPENING.has(prompt[at] ?? '') || CLOSING.has(prompt[at] ?? '')) {
      const mark = prompt[at] ?? '';
      sentence.push({ kind: 'mark', source: mark, value: mark });
      at++;
      if (ENDS.has(mark) && (at === prompt.length || isSpace(prompt[at]))) end();
    } else {
      const stop = wordEnd(prompt, at);
      sentence.push(tokenOf(prompt.slice(at, stop)));
      at = stop;
    }
  }
  end();
  return sentences;
}

/** A quoted text that begins here, as JSON writes it, and where it ends; null where there is none. */
function quotedAt(prompt: string, at: number): { readonly value: string; readonly end: number } | null {
  if (prompt[at] !== '"') return null;
  let end = at + 1;
  while (end < prompt.length && prompt[end] !== '"') end += prompt[end] === '\\' ? 2 : 1;
  if (end >= prompt.length) return null;
  try {
    return { value: String(JSON.parse(prompt.slice(at, end + 1))), end: end + 1 };
  } catch {
    return null;
  }
}

/** Where the word that begins here ends: at white space, or at the marks before it. */
function wordEnd(prompt: string, at: number): number {
  let end = at;
  while (end < prompt.length && !isSpace(prompt[end])) end++;
  while (end > at + 1 && CLOSING.has(prompt[end - 1] ?? '')) end--;
  return end;
}

function tokenOf(source: string): PromptToken {
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/.test(source)) {
    return { kind: 'number', source, value: Number(source) };
  }
  if (/^\d{4}-\d\d-\d\d$/.test(source)) return { kind: 'date', source, value: source };
  return { kind: /[\d/\\_@.]/.test(source) ? 'name' : 'word', source, value: source };
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

/** What stands for a token when sentences are compared: the kind of a value, a word in lower case. */
export function symbolOf({ kind, source }: PromptToken): string {
  return kind === 'word' || kind === 'mark' ? source.toLowerCase() : `<${kind}>`;
}

/** A sentence as one text, by which it is known again. */
export function sentenceText(sentence: readonly PromptToken[]): string {
  return sentence.map(({ source }) => source.toLowerCase()).join(' ');
}
