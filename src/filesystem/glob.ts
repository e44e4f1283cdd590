import type { Steps } from '../core/index.js';
import { atOnce } from '../core/internal.js';
import { pathError, show } from './errors.js';
import { regularExpressions } from './on-first-use.js';
import { compareText, pathKey, pathNames } from './tree-path.js';
import type { TreeView } from './tree-view.js';

/** Longest pattern, in characters. */
const MAX_PATTERN_LENGTH = 4096;

/** Files and directories that are looked at in one step. */
const ENTRIES_A_STEP = 200;

/** A file or directory that a pattern matches. */
export interface GlobMatch {
  /** The path from the root of the tree, without a slash in front. */
  readonly key: string;
  readonly kind: 'file' | 'directory';
}

/**
 * What matches a pattern below a directory, sorted by path. `*` and `?` stay within a name; `**` crosses names, and
 * `**` with a slash after it also stands for no directory at all; `[a-z]` is one of, `[!x]` and `[^x]` none of; a `[`
 * that is never closed is itself. A slash at the end asks for directories. Names with a leading dot are as any other.
 *
 * @throws {MettleError} `filesystem/invalid_pattern` for one of over 4,096 characters.
 */
export function globMatches(view: TreeView, root: readonly string[], pattern: string): readonly GlobMatch[] {
  return atOnce(globSteps(view, root, pattern));
}

/** {@link globMatches} in steps; with `filesOnly` without directories. */
export function* globSteps(
  view: TreeView,
  root: readonly string[],
  pattern: string,
  { filesOnly = false }: { readonly filesOnly?: boolean } = {},
): Steps<readonly GlobMatch[]> {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw pathError(
      'invalid_pattern',
      'EINVAL',
      pattern,
      `The pattern ${show(pattern)} is too long: at most ${MAX_PATTERN_LENGTH} characters.`,
    );
  }
  const segments = segmentsOf(pattern);
  if (segments.length === 0) return [];
  const fixed = segments.findIndex((segment) => /[*?[]/.test(segment));
  const literal = segments.slice(0, fixed === -1 ? segments.length - 1 : fixed);
  const start = [...root, ...pathNames(literal.join('/'))];
  const isAll = segments.every(
    (segment, index) => segment === '**' || (segment === '*' && segments[index - 1] === '**'),
  );
  // Behind a leading `**` alone, whatever the folders are called makes no difference: the name is matched, however deep it is.
  const isOfNames = segments.length === 2 && segments[0] === '**' && segments[1]?.includes('**') === false;
  const matcher = isAll
    ? undefined
    : regularExpressions().RE2JS.compile(
        globToRegularExpression(isOfNames ? (segments[1] as string) : segments.join('/')),
      );
  const depth = pattern.includes('**') ? Number.POSITIVE_INFINITY : segments.length - literal.length;
  const matches: GlobMatch[] = [];
  const relative = root.length === 0 ? 0 : pathKey(root).length + 1;
  let met = 0;
  for (const { key, kind } of view.walk(start, depth)) {
    if (++met % ENTRIES_A_STEP === 0) yield;
    if (kind === 'file' ? pattern.endsWith('/') : filesOnly) continue;
    const from = isOfNames ? key.lastIndexOf('/') + 1 : relative;
    if (matcher?.matches(key.slice(from)) ?? true) matches.push({ key, kind });
  }
  return matches.sort((left, right) => compareText(left.key, right.key));
}

/** The names of a pattern, `.` and `..` resolved so that it never climbs. */
function segmentsOf(pattern: string): readonly string[] {
  const segments: string[] = [];
  for (const segment of pattern.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/** The regular expression (RE2 syntax) that matches exactly the paths that a glob pattern matches. */
export function globToRegularExpression(pattern: string): string {
  const { RE2JS } = regularExpressions();
  const characters = Array.from(pattern);
  let expression = '';
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? '';
    if (character === '*') {
      const stars = countFrom(characters, index, '*');
      index += stars - 1;
      const startsName = index - stars < 0 || characters[index - stars] === '/';
      if (stars === 1) expression += '[^/]*';
      else if (startsName && characters[index + 1] === '/') {
        expression += '(?:.*/)?';
        index++;
      } else expression += '.*';
    } else if (character === '?') expression += '[^/]';
    else if (character === '[') {
      const close = closingBracket(characters, index);
      expression += close === -1 ? '\\[' : characterClass(characters.slice(index + 1, close));
      if (close !== -1) index = close;
    } else expression += RE2JS.quote(character);
  }
  return `(?s)${expression}`;
}

function countFrom(characters: readonly string[], start: number, wanted: string): number {
  let count = 0;
  while (characters[start + count] === wanted) count++;
  return count;
}

/** Where a class that opens at `open` closes; -1 when it does not before the end of the name. */
function closingBracket(characters: readonly string[], open: number): number {
  let index = open + 1;
  if (characters[index] === '!' || characters[index] === '^') index++;
  if (characters[index] === ']') index++;
  while (index < characters.length && characters[index] !== ']') {
    if (characters[index] === '/') return -1;
    index++;
  }
  return index < characters.length ? index : -1;
}

function characterClass(inner: readonly string[]): string {
  const negated = inner[0] === '!' || inner[0] === '^';
  const members = negated ? inner.slice(1) : inner;
  const ranges: (readonly [number, number])[] = [];
  for (let index = 0; index < members.length; index++) {
    const low = members[index]?.codePointAt(0) ?? 0;
    if (members[index + 1] === '-' && index + 2 < members.length) {
      ranges.push([low, members[index + 2]?.codePointAt(0) ?? 0]);
      index += 2;
    } else ranges.push([low, low]);
  }
  const slash = 0x2f;
  const usable = negated
    ? [...ranges, [slash, slash] as const]
    : ranges.flatMap((range) => without(range, slash));
  const parts = usable
    .filter(([low, high]) => low <= high)
    .map(([low, high]) => `\\x{${low.toString(16)}}-\\x{${high.toString(16)}}`);
  if (parts.length === 0) return '[^\\x{0}-\\x{10ffff}]';
  return `[${negated ? '^' : ''}${parts.join('')}]`;
}

function without([low, high]: readonly [number, number], point: number): (readonly [number, number])[] {
  if (point < low || point > high) return [[low, high]];
  return [
    [low, point - 1],
    [point + 1, high],
  ];
}
