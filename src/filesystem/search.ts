import { RE2JS } from 're2js';
import { errorMessage, MettleError } from '../core/index.js';
import { fileSystemError, show } from './errors.js';
import { globMatches } from './glob.js';
import type { TreeView } from './tree-view.js';

/** What to search and how much of it to give. */
export interface SearchOptions {
  /** Which files, as for `glob`. Default: every file. */
  readonly glob?: string;
  /** 1-based number of the first match to give. Default 1. */
  readonly offset?: number;
  /** Matches to give at most; 0 and less for all. Default 100. */
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
const MAX_EXPRESSION_LENGTH = 10_000;

/**
 * The lines that match a regular expression (RE2 syntax: time linear in the text, hence no look-around and no
 * back-references). Binary files, and files that cannot be read, are passed over.
 *
 * @throws {MettleError} `filesystem/invalid_expression`, its message starting with `invalid regex:`;
 *   `filesystem/invalid_page` for an offset below 1.
 */
export function searchTree(view: TreeView, expression: string, options: SearchOptions = {}): SearchResult {
  const { offset = 1, limit = 100, maxLineChars = 1000 } = options;
  checkPage(offset, limit, maxLineChars);
  const matcher = compile(expression);
  const last = limit <= 0 ? Number.POSITIVE_INFINITY : offset + limit - 1;
  const matches: SearchMatch[] = [];
  let total = 0;
  for (const { key, kind } of globMatches(view, [], options.glob ?? '**/*')) {
    if (kind === 'directory') continue;
    const text = readForSearch(view, key.split('/'));
    if (text === undefined) continue;
    let number = 0;
    for (const line of withoutEndings(text)) {
      number++;
      if (!matcher.test(line)) continue;
      total++;
      if (total < offset || total > last) continue;
      matches.push({ path: key, line: number, text: shorten(line, maxLineChars) });
    }
  }
  return { matches, total, offset, truncated: total > last };
}

function compile(expression: string): RE2JS {
  if (expression.length > MAX_EXPRESSION_LENGTH) {
    throw invalidExpression(expression, `longer than ${MAX_EXPRESSION_LENGTH} characters`);
  }
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    throw invalidExpression(expression, errorMessage(error), error);
  }
}

function invalidExpression(expression: string, why: string, cause?: unknown): Error {
  return fileSystemError({
    what: 'invalid_expression',
    errno: 'EINVAL',
    path: '',
    cause,
    message: `invalid regex: ${why} (in ${show(expression)}). The syntax is RE2: no look-around, no back-references.`,
  });
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

function shorten(line: string, maximum: number): string {
  return line.length > maximum ? `${line.slice(0, maximum)}…` : line;
}

function checkPage(offset: number, limit: number, maxLineChars: number): void {
  if (Number.isSafeInteger(offset) && offset >= 1 && Number.isSafeInteger(limit) && maxLineChars >= 0) return;
  throw fileSystemError({
    what: 'invalid_page',
    errno: 'EINVAL',
    path: '',
    message: `A page starts at a whole number of at least 1 and has a whole number of matches; got offset ${offset}, limit ${limit}, maxLineChars ${maxLineChars}.`,
  });
}
