import type { RE2JS } from 're2js';
import { MettleError, type Steps } from '../core/index.js';
import { endOf, errorMessage, shortened, startOf } from '../core/internal.js';
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
  /** Characters of a line to give at most, with the first match among them; `…` stands for the rest. Default 1,000. */
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
  /** Files that were to be searched. */
  readonly files: number;
  /** What was not searched. */
  readonly skipped: SearchSkips;
}

/** What a search passed over. */
export interface SearchSkips {
  /** Files that hold NUL. */
  readonly binary: number;
  /** Files that could not be read, or are too large. */
  readonly unreadable: number;
  /** Lines of which only the beginning was searched. */
  readonly longLines: number;
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
 * back-references). Binary files, and files that cannot be read, are passed over and counted, and so is what stands in a
 * line beyond the first million characters divided by the size of the compiled expression (but at least 1,000).
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
  let [files, binary, unreadable, longLines] = [0, 0, 0, 0];
  for (const { key } of yield* globSteps(view, [], options.glob ?? '**/*', { filesOnly: true })) {
    files++;
    const text = readForSearch(view, key.split('/'));
    yield;
    if (text === 'unreadable') unreadable++;
    else if (text === 'binary') binary++;
    if (typeof text === 'string') continue;
    let number = 0;
    for (const line of withoutEndings(text.text)) {
      number++;
      const start = startOf(line, searched);
      if (start.length < line.length) longLines++;
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
      matches.push({
        path: key,
        line: number,
        text: aroundMatch(matcher, line, { searched: start, most: maxLineChars }),
      });
    }
  }
  const skipped = { binary, unreadable, longLines };
  return { matches, total, offset, truncated: total > last, files, skipped };
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

function readForSearch(
  view: TreeView,
  names: readonly string[],
): { readonly text: string } | 'binary' | 'unreadable' {
  try {
    const bytes = view.read(names);
    if (bytes.includes(0)) return 'binary';
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (MettleError.isInstance(error)) return 'unreadable';
    throw error;
  }
}

/** A line, or as much of it as there may be with its first match in the middle. */
function aroundMatch(
  expression: RE2JS,
  line: string,
  { searched, most }: { readonly searched: string; readonly most: number },
): string {
  if (line.length <= most) return line;
  const match = expression.matcher(searched);
  const [from, to] = match.find() ? [match.start(), match.end()] : [0, 0];
  const before = Math.floor((most - Math.min(most, to - from)) / 2);
  if (from <= before) return shortened(line, most);
  // The first character goes to the mark, and so does the last one where more follows.
  const rest = endOf(line, Math.max(line.length - from + Math.max(0, before - 1), most - 1));
  return shortened(`…${rest}`, most);
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
