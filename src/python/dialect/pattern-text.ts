/** A place in a pattern where it asks for the end of the text. */
export interface EndAnchor {
  readonly index: number;
  /** `$` holds before a last line end too, `\Z` at the very end alone. */
  readonly text: '$' | '\\Z';
  /** Whether a quantifier follows. */
  readonly repeated: boolean;
}

/** What the text of a regular expression of Python holds, as far as Monty reads it differently. */
export interface PatternFacts {
  readonly endAnchors: readonly EndAnchor[];
  /** Groups that capture. */
  readonly groups: number;
  readonly groupNames: ReadonlySet<string>;
  /** Letters of the flags that are set inside: `(?im)` gives `im`. */
  readonly inlineFlags: string;
  /** Whether it can match the empty text somewhere; where that cannot be told, true. */
  readonly canBeEmpty: boolean;
}

const GROUP = /^\((?:\?P<(\w+)>|\?([aiLmsux-]+)[:)]|\?|)/;

/** Reads a pattern once, from left to right. */
export function patternFacts(pattern: string): PatternFacts {
  const endAnchors: EndAnchor[] = [];
  const groupNames = new Set<string>();
  let groups = 0;
  let inlineFlags = '';
  // The pattern with what has no width left out, for JavaScript to match with the empty text.
  let wide = '';
  for (let at = 0; at < pattern.length; ) {
    const character = pattern.charAt(at);
    let end = at + 1;
    let kept = true;
    if (character === '\\') {
      end = at + 2;
      const escaped = pattern.charAt(at + 1);
      if (escaped === 'Z') endAnchors.push(anchor(pattern, at, '\\Z'));
      kept = !'AZbB'.includes(escaped);
    } else if (character === '[') end = endOfClass(pattern, at);
    else if (character === '$' || character === '^') {
      if (character === '$') endAnchors.push(anchor(pattern, at, '$'));
      kept = false;
    } else if (character === '(') {
      const [opening, name, flags] = GROUP.exec(pattern.slice(at)) ?? ['('];
      if (flags !== undefined) inlineFlags += flags;
      if (name !== undefined) groupNames.add(name);
      if (opening === '(' || name !== undefined) groups++;
    }
    if (kept) wide += pattern.slice(at, end);
    at = end;
  }
  return { endAnchors, groups, groupNames, inlineFlags, canBeEmpty: matchesNothing(wide) };
}

function anchor(pattern: string, index: number, text: EndAnchor['text']): EndAnchor {
  return { index, text, repeated: /[*+?{]/.test(pattern.charAt(index + text.length)) };
}

/** The index behind a character class that starts at `start`. */
function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern.charAt(at) === '^') at++;
  if (pattern.charAt(at) === ']') at++;
  while (at < pattern.length && pattern.charAt(at) !== ']') at += pattern.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function matchesNothing(wide: string): boolean {
  const plain = wide
    .replace(/\(\?P<(\w+)>/g, '(?<$1>')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replace(/\(\?[aiLmsux]+\)/g, '')
    .replace(/\(\?[aiLmsux-]+:/g, '(?:')
    .replace(/\(\?>/g, '(?:')
    .replace(/([*+?}])\+/g, '$1')
    .replace(/\{,/g, '{0,');
  try {
    return new RegExp(`^(?:${plain})$`).test('') || /\(\?<?[=!]/.test(plain);
  } catch {
    return true;
  }
}

/** Whether a replacement asks for more than the groups that a pattern has, or has escapes that Monty does not read. */
export function isPlainReplacement(replacement: string, { groups, groupNames }: PatternFacts): boolean {
  for (const [whole, digit, name] of replacement.matchAll(/\\(?:([1-9])(?!\d)|g<(\w+)>|\\|[\s\S]?)/g)) {
    if (whole === '\\\\') continue;
    const group = digit ?? name;
    if (group === undefined) return false;
    if (/^\d+$/.test(group) ? Number(group) > groups : !groupNames.has(group)) return false;
  }
  return true;
}
