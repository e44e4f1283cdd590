import type { FenceOpening } from './fence-lines.js';

/** The code of a block as a program: container marks, shared indentation and empty lines around it taken off. */
export function contentOf(text: string, start: number, end: number, opening?: FenceOpening): string {
  let code = withLineFeeds(text.slice(start, end));
  if (opening?.quoted === true) code = code.replace(/^[ \t]{0,3}(?:> ?)+/gm, '');
  code = withoutBlankEdges(code);
  return dedent(opening === undefined ? code : withoutFenceIndentation(code, opening.indentation));
}

/** Takes up to as many blanks as stand before the fence off every line, when the first line has them all. */
function withoutFenceIndentation(code: string, columns: number): string {
  if (columns === 0 || columns > 40 || !code.startsWith(' '.repeat(columns))) return code;
  return code.replace(new RegExp(`^ {1,${columns}}`, 'gm'), '');
}

/** Without the empty lines at the start, a byte order mark, and the blanks at the end. */
export function withoutBlankEdges(code: string): string {
  let start = 0;
  for (let at = 0; at < code.length; at++) {
    const unit = code.charCodeAt(at);
    if (unit === 10) start = at + 1;
    else if (unit !== 32 && unit !== 9 && unit !== 12 && unit !== 13) break;
  }
  if (code.charCodeAt(start) === 0xfeff) start++;
  return code.slice(start).trimEnd();
}

/** Takes the indentation that all lines with text share off every line. Lines inside strings count like others. */
export function dedent(code: string): string {
  const first = /^[ \t]*/.exec(code)?.[0] ?? '';
  if (first === '') return code;
  let shared = first;
  let hasOutliers = false;
  for (let at = 0; at >= 0 && at < code.length; ) {
    const feed = code.indexOf('\n', at);
    if (!code.startsWith(shared, at)) {
      const line = code.slice(at, feed < 0 ? code.length : feed);
      if (line.trim() === '') hasOutliers = true;
      else while (!line.startsWith(shared)) shared = shared.slice(0, -1);
      if (shared === '') return code;
    }
    at = feed < 0 ? -1 : feed + 1;
  }
  if (!hasOutliers) return code.slice(shared.length).replaceAll(`\n${shared}`, '\n');
  return code
    .split('\n')
    .map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart()))
    .join('\n');
}

/** The text with every line end written `\n`. By code units: a text of line ends alone costs what any other does. */
export function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text;
  const bytes = Buffer.from(text, 'utf16le');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    const isReturn = bytes[at] === 13 && bytes[at + 1] === 0;
    if (isReturn && bytes[at + 2] === 10 && bytes[at + 3] === 0) at += 2;
    bytes[length++] = isReturn ? 10 : (bytes[at] ?? 0);
    bytes[length++] = isReturn ? 0 : (bytes[at + 1] ?? 0);
  }
  return bytes.toString('utf16le', 0, length);
}

/** Whether a line of code starts with a prompt of Python's interactive session. */
export function hasPrompts(code: string): boolean {
  return /^[ \t]*>>>(?: |$)/m.test(code);
}

const PROMPT = /^[ \t]*(?:>>>|\.\.\.)(?: (.*)|[ \t]*)$/;
/** One that is indented may stand in the docstring of a definition. */
const UNINDENTED_PROMPT = /^(?:>>>|\.\.\.)(?: (.*)|[ \t]*)$/;

/**
 * The statements of an interactive session: prompts taken off, the output left out. Output is what follows a prompt,
 * up to an empty line; what stands outside sessions is kept unless `sessionAlone` says that there is nothing else.
 */
export function withoutPrompts(code: string, sessionAlone: boolean): string {
  const lines: string[] = [];
  let isOutput = sessionAlone;
  for (const line of code.split('\n')) {
    const prompt = (sessionAlone ? PROMPT : UNINDENTED_PROMPT).exec(line);
    if (prompt !== null && (isOutput || line.trimStart().startsWith('>>>'))) {
      lines.push(prompt[1] ?? '');
      isOutput = true;
    } else if (!sessionAlone) {
      if (line.trim() === '') isOutput = false;
      if (!isOutput) lines.push(line);
    }
  }
  return lines.join('\n').trimEnd();
}

/** Whether text has at least one line that only a program has: a statement keyword, an assignment or a call. */
export function looksLikePython(code: string): boolean {
  return PROGRAM_LINE.test(code);
}

const PROGRAM_LINE = new RegExp(
  [
    String.raw`^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*[([]`,
    String.raw`^[ \t]*class[ \t]+\w+[ \t]*[:([]`,
    String.raw`^[ \t]*import[ \t]+\w[\w.]*[ \t]*(?:as[ \t]+\w+[ \t]*)?(?:[,;#]|$)`,
    String.raw`^[ \t]*from[ \t]+[.\w]+[ \t]+import[ \t]`,
    String.raw`^[ \t]*(?:if|elif|for|while|with|try|else|except|finally|match)\b[^\n]{0,400}:[ \t]*(?:#.*)?$`,
    String.raw`^[ \t]*@\w[\w.]*(?:\(|[ \t]*$)`,
    String.raw`^[ \t]*(?:return|raise|assert|del|global|nonlocal|await|yield)[ \t(][^\n]{0,400}$`,
    String.raw`^[ \t]*[A-Za-z_][\w.]{0,200}(?:\[[^\]\n]{0,200}\])?(?:[ \t]*,[ \t]*\w+)*[ \t]*(?::[ \t]*[\w[\], .]{1,200}[ \t]*)?(?:[-+*/%&|^@]|\*\*|//|>>|<<)?=(?!=)`,
    String.raw`^[ \t]*[A-Za-z_][\w.]{0,200}\(`,
  ].join('|'),
  'm',
);
