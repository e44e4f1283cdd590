import { quoted } from '../core/internal.js';

/** Characters of a file and of a text up to which they are compared. */
const MAX_FILE_CHARS = 2_000_000;
const MAX_TEXT_CHARS = 100_000;

/** Places of one line that are looked at: a blank line or a brace may stand anywhere. */
const MAX_PLACES = 50;

/** Lines that differ of which is told. */
const MAX_TOLD = 3;

/** Characters shown of a line. */
const SHOWN_CHARS = 120;

/** The number, and what stands behind it, that a listing puts before a line. */
const NUMBERED = /^\s*\d+(?:\t|\s*[:|→] ?|\s{2})/;

/**
 * Where the lines of a file are most like a text that is not in it, and how they differ, in words that follow on "was not
 * found": ` The nearest lines are 2–4. Line 3 …`. Empty where nothing is near.
 */
export function nearestLines(file: string, text: string): string {
  if (file.length > MAX_FILE_CHARS || text.length > MAX_TEXT_CHARS) return '';
  const lines = linesOf(file);
  const wanted = linesOf(text);
  const bare = withoutNumbers(wanted);
  if (bare !== null && `\n${lines.join('\n')}\n`.includes(`\n${bare.join('\n')}\n`)) {
    return ' Its lines begin with line numbers, which are not in the file; leave them out.';
  }
  const start = nearestStart(lines, wanted);
  if (start === null) return '';
  const end = Math.min(lines.length, start + wanted.length);
  const where = end - start <= 1 ? `line is ${start + 1}` : `lines are ${start + 1}–${end}`;
  const told = wanted.flatMap((line, index) => {
    const has = lines[start + index];
    // Of a text that begins or ends within a line, only a part of that line was meant.
    const begins = index === 0 && has?.endsWith(line);
    const ends = index === wanted.length - 1 && !text.endsWith('\n') && has?.startsWith(line);
    const within = begins || ends;
    return has === line || within ? [] : [difference(start + index + 1, has, line)];
  });
  const more = told.length > MAX_TOLD ? ` ${told.length - MAX_TOLD} more lines differ.` : '';
  return ` The nearest ${where}.${told.slice(0, MAX_TOLD).join('')}${more}`;
}

/** How one line of the file differs from the one that was meant. */
function difference(number: number, has: string | undefined, wanted: string): string {
  if (has === undefined) return ` The file ends before ${show(wanted)}.`;
  const what = `Line ${number}`;
  if (has.trim() !== wanted.trim()) return ` ${what} is ${show(has)}, not ${show(wanted)}.`;
  if (indentOf(has) !== indentOf(wanted)) {
    return ` ${what} begins with ${blanks(indentOf(has))}, not ${blanks(indentOf(wanted))}.`;
  }
  return ` ${what} ends with ${blanks(has.slice(has.trimEnd().length))}, not ${blanks(wanted.slice(wanted.trimEnd().length))}.`;
}

function show(line: string): string {
  return quoted(line, SHOWN_CHARS);
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** White space in words: `2 tabs`, `4 blanks`, `1 tab and 2 blanks`. */
function blanks(space: string): string {
  const tabs = space.split('\t').length - 1;
  const others = space.length - tabs;
  const parts = [
    ...(tabs > 0 ? [`${tabs} tab${tabs === 1 ? '' : 's'}`] : []),
    ...(others > 0 ? [`${others} blank${others === 1 ? '' : 's'}`] : []),
  ];
  return parts.length === 0 ? 'nothing' : parts.join(' and ');
}

/** The lines without the numbers that all of them begin with; null where some have none. */
function withoutNumbers(lines: readonly string[]): readonly string[] | null {
  const full = lines.filter((line) => line.trim() !== '');
  if (full.length === 0 || !full.every((line) => NUMBERED.test(line))) return null;
  return lines.map((line) => line.replace(NUMBERED, ''));
}

/**
 * The line of the file at which most lines of the text are as they were meant, white space aside; where none is, the line
 * that shares the most words with the longest one of the text.
 */
function nearestStart(lines: readonly string[], wanted: readonly string[]): number | null {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const key = keyOf(line);
    if (key === '') continue;
    const known = places.get(key);
    if (known === undefined) places.set(key, [index]);
    else if (known.length < MAX_PLACES) known.push(index);
  }
  const votes = new Map<number, number>();
  for (const [index, line] of wanted.entries()) {
    for (const place of places.get(keyOf(line)) ?? []) {
      const start = Math.max(0, place - index);
      votes.set(start, (votes.get(start) ?? 0) + 1 / (1 + Math.log(places.get(keyOf(line))?.length ?? 1)));
    }
  }
  const [best] = [...votes].sort(([one, most], [other, more]) => more - most || one - other);
  return best?.[0] ?? mostAlike(lines, wanted);
}

function mostAlike(lines: readonly string[], wanted: readonly string[]): number | null {
  const longest = wanted.reduce((best, line) => (line.length > best.length ? line : best), '');
  const words = wordsOf(longest);
  if (words.size === 0) return null;
  let [best, most] = [-1, 0.5];
  for (const [index, line] of lines.entries()) {
    const others = wordsOf(line);
    let shared = 0;
    for (const word of others) if (words.has(word)) shared++;
    const alike = (2 * shared) / (words.size + others.size);
    if (alike > most) [best, most] = [index, alike];
  }
  return best === -1 ? null : Math.max(0, best - wanted.indexOf(longest));
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/\w+|[^\s\w]/gu) ?? []);
}

function keyOf(line: string): string {
  return line.replace(/\s+/gu, ' ').trim();
}

/** The lines of a text without their ends; a last line feed begins no line. */
function linesOf(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (lines.at(-1) === '' && lines.length > 1) lines.pop();
  return lines;
}
