/**
 * What Python code does with text by looking characters up in tables that Monty and CPython do not share whole:
 * `lines` splits into lines · `spaces` splits at or strips whitespace · `digits` reads numbers · `numerals` asks for
 * numerals · `letters` asks for letters · `case` changes or asks for upper and lower case · `titles` changes case by
 * words or folds it · `patterns` matches regular expressions.
 */
export type TextUse = 'lines' | 'spaces' | 'digits' | 'numerals' | 'letters' | 'case' | 'titles' | 'patterns';

/** No use at all. */
export const NO_TEXT_USES: ReadonlySet<TextUse> = new Set();

/** The methods and functions by which a source shows each use. */
const NAMES: Readonly<Record<TextUse, string>> = {
  lines: 'splitlines dedent indent fill wrap shorten',
  spaces: 'split rsplit strip lstrip rstrip isspace capwords dedent indent fill wrap shorten',
  digits: 'int float isdigit isdecimal isnumeric',
  numerals: 'isnumeric',
  letters: 'isalpha isalnum',
  case: 'upper lower isupper islower',
  titles: 'title capitalize swapcase casefold istitle capwords',
  patterns: 're',
};

/** The separators of ASCII that Python takes for whitespace: file, group, record and unit. */
const SEPARATORS = range(0x1c, 0x1f);
/** Letters in circles and squares, which count as letters in one table and as symbols in the other. */
const ENCLOSED = `${range(0x24b6, 0x24e9)}${range(0x1f130, 0x1f189)}`;
/** Letters whose counterpart in the other case is younger than they are. */
const YOUNG_PAIRS = `${range(0xa7cb, 0xa7f1)}${range(0x16ea0, 0x16ed3)}`;
/** Letters that change case one by one, in every position. */
const PLAIN_LETTERS = 'A-Za-zÀ-Þà-öø-ÿĀ-įĲ-ňŊ-žΑ-ΡΤ-ία-ρσ-ώЀ-ҁҊ-ԯ';

/** The characters for which a use comes out differently, or may, by their Unicode properties. */
const CHARACTERS: Readonly<Record<TextUse, RegExp>> = {
  lines: anyOf(`${range(0x0b, 0x0c)}${range(0x1c, 0x1e)}${range(0x85, 0x85)}${range(0x2028, 0x2029)}`),
  spaces: anyOf(SEPARATORS),
  digits: anyOf('\\p{N}', '0-9'),
  numerals: anyOf('\\p{N}\\p{Script=Han}', '0-9'),
  letters: anyOf(`\\p{M}\\p{N}\\p{Cn}${ENCLOSED}`, '0-9'),
  case: anyOf(`\\p{Lt}ƛɤʕჼ${range(0x1c89, 0x1c8a)}${range(0x10d50, 0x10d85)}${YOUNG_PAIRS}`),
  titles: anyOf(`\\p{L}\\p{M}\\p{N}${ENCLOSED}`, `0-9${PLAIN_LETTERS}`),
  patterns: anyOf(
    `\\p{M}\\p{N}\\p{Pc}\\p{Cn}İı${SEPARATORS}${range(0x200c, 0x200d)}${ENCLOSED}${YOUNG_PAIRS}`,
    '0-9_',
  ),
};

const USES = Object.keys(NAMES) as readonly TextUse[];
const USES_BY_NAME: ReadonlyMap<string, readonly TextUse[]> = usesByName();
const ANY_NAME = new RegExp(`\\b(?:${[...USES_BY_NAME.keys()].join('|')})\\b`, 'g');

/** A first look, which is fast: anything but plain ASCII without backslashes. */
const NOT_PLAIN = /[^\t\n\r -[\]-~]/;
/** What needs a closer look: a character beyond ASCII, a control character, an escape. */
const UNUSUAL = /[^\t\n\r -~]|\\[0-7xuUN]/;
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3]?[0-7]{1,2})|(N)\{)/g;

/** The uses that a name stands for: `title` changes case by words. */
export function usesOfName(name: string): readonly TextUse[] {
  return USES_BY_NAME.get(name) ?? [];
}

/** What a source does with text as far as its names tell; more than it does, never less. */
export function textUses(code: string): ReadonlySet<TextUse> {
  const found = code.match(ANY_NAME);
  return found === null ? NO_TEXT_USES : new Set(found.flatMap(usesOfName));
}

/**
 * The uses that come out differently in Monty for some character of a text. Characters written as escapes of Python
 * or JSON count as what they stand for. Text that was plain ASCII all along has none.
 */
export function textRisks(text: string): ReadonlySet<TextUse> {
  if (!NOT_PLAIN.test(text) || !UNUSUAL.test(text)) return NO_TEXT_USES;
  let all = text;
  for (const [, byte, four, eight, octal, named] of text.matchAll(ESCAPE)) {
    if (named !== undefined) return new Set(USES);
    const point =
      octal === undefined ? Number.parseInt(byte ?? four ?? eight ?? '', 16) : Number.parseInt(octal, 8);
    if (point <= 0x10ffff) all += String.fromCodePoint(point);
  }
  const risks = USES.filter((use) => CHARACTERS[use].test(all));
  return risks.length === 0 ? NO_TEXT_USES : new Set(risks);
}

function usesByName(): ReadonlyMap<string, readonly TextUse[]> {
  const found = new Map<string, TextUse[]>();
  for (const use of USES) {
    for (const name of NAMES[use].split(' ')) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [use]);
      else known.push(use);
    }
  }
  return found;
}

/** The characters from one code point to another, for a character class. */
function range(from: number, to: number): string {
  return `${String.fromCodePoint(from)}-${String.fromCodePoint(to)}`;
}

/** Finds one character of a class, without those of `except`. */
function anyOf(characters: string, except = ''): RegExp {
  return new RegExp(`${except === '' ? '' : `(?![${except}])`}[${characters}]`, 'u');
}
