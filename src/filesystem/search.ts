import type { RE2JS } from 're2js';
import { MettleError, type Steps } from '../core/index.js';
import { errorMessage, shortened, startOf } from '../core/internal.js';
import { pathError, show } from './errors.js';
import { globSteps } from './glob.js';
import { regularExpressions } from './on-first-use.js';
import type { TreeView } from './tree-view.js';

/** What to search and how much of it to give. */
export interface SearchOptions {
  /** Which files, as for `glob`. Default: every file. */
  readonly glob?: string;
  /** 1-based number of the first match to give. Default 1. */
  readonly offset?: number;
  /** Matches to give at most; 0 and less for as many as can be, 100,000. Default 100. */
  readonly limit?: number;
  /** Characters of a line to give at most; the rest is replaced by `…`. Default 1,000. */
  readonly maxLineChars?: number;
}

/** A line that matches. */
export interface SearchMatch {
  /** No slash in front. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The line without its ending. */
  readonly text: string;
}

/** A page of matches, sorted by path and line. */
export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** Matching lines in all. */
  readonly total: number;
  /** 1-based number of the first match of this page. */
  readonly offset: number;
  /** Whether more come after this page. */
  readonly truncated: boolean;
}

/** Longest regular expression, in characters. */
const MAX_EXPRESSION_LENGTH = 2_000;

/** Matches that one page may have. */
const MAX_MATCHES = 100_000;

/**
 * What a search may cost: instructions of the compiled expression times characters, which is what RE2 needs at worst.
 * In all, for one line (what is beyond is not searched), and between two places where work may be interrupted.
 */
const MAX_COST = 4_000_000_000;
const MAX_LINE_COST = 1_000_000;
const COST_A_STEP = 250_000;

/** Characters of a line that are searched in any case. */
const LEAST_LINE_CHARS = 1_000;

/**
 * The lines that match a regular expression (RE2 syntax: time linear in the text, hence no look-around and no
 * back-references). Binary files, and files that cannot be read, are passed over, and so is what stands in a line
 * beyond the first million characters divided by the size of the compiled expression (but at least 1,000).
 *
 * @throws {MettleError} `filesystem/invalid_expression`, its message starting with `invalid regex:`;
 *   `filesystem/invalid_page` for an offset below 1; `filesystem/search_too_long` when so large an expression meets
 *   so much text that it would take minutes.
 */
export function* searchTree(
  view: TreeView,
  expression: string,
  options: SearchOptions = {},
): Steps<SearchResult> {
  const { offset = 1, limit = 100, maxLineChars = 1000 } = options;
  checkPage(offset, limit, maxLineChars);
  const matcher = compile(expression);
  const size = matcher.programSize();
  const searched = Math.max(LEAST_LINE_CHARS, Math.floor(MAX_LINE_COST / size));
  const last = offset - 1 + (limit <= 0 ? MAX_MATCHES : Math.min(limit, MAX_MATCHES));
  const matches: SearchMatch[] = [];
  let total = 0;
  let [cost, left] = [0, MAX_COST];
  for (const { key } of yield* globSteps(view, [], options.glob ?? '**/*', { filesOnly: true })) {
    const text = readForSearch(view, key.split('/'));
    yield;
    if (text === undefined) continue;
    let number = 0;
    for (const line of withoutEndings(text)) {
      number++;
      const start = startOf(line, searched);
      cost += size * (start.length + 1);
      if (cost > COST_A_STEP) {
        left -= cost;
        if (left < 0) throw searchTooLong(key);
        cost = 0;
        yield;
      }
      if (!matcher.test(start)) continue;
      total++;
      if (total < offset || total > last) continue;
      matches.push({ path: key, line: number, text: shortened(line, maxLineChars) });
    }
  }
  return { matches, total, offset, truncated: total > last };
}

function compile(expression: string): RE2JS {
  if (expression.length > MAX_EXPRESSION_LENGTH) {
    throw invalidExpression(expression, `longer than ${MAX_EXPRESSION_LENGTH} characters`);
  }
  try {
    return regularExpressions().RE2JS.compile(expression);
  } catch (error) {
    throw invalidExpression(expression, errorMessage(error), error);
  }
}

function invalidExpression(expression: string, why: string, cause?: unknown): Error {
  return pathError(
    'invalid_expression',
    'EINVAL',
    '',
    `invalid regex: ${why} (in ${show(expression)}). The syntax is RE2: no look-around, no back-references.`,
    { cause },
  );
}

function searchTooLong(key: string): Error {
  return pathError(
    'search_too_long',
    'EFBIG',
    key,
    `The search was given up at ${show(key)}: there is too much text for an expression of that size. Select fewer files with glob, or use a simpler expression.`,
  );
}

function readForSearch(view: TreeView, names: readonly string[]): string | undefined {
  try {
    const bytes = view.read(names);
    return bytes.includes(0) ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (MettleError.isInstance(error)) return undefined;
    throw error;
  }
}

function* withoutEndings(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    yield text.slice(start, end > start && feed !== -1 && text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
  }
}

function checkPage(offset: number, limit: number, maxLineChars: number): void {
  if (Number.isSafeInteger(offset) && offset >= 1 && Number.isSafeInteger(limit) && maxLineChars >= 0) return;
  throw pathError(
    'invalid_page',
    'EINVAL',
    '',
    `A page starts at a whole number of at least 1 and has a whole number of matches; got offset ${offset}, limit ${limit}, maxLineChars ${maxLineChars}.`,
  );
}
