import { startOf } from '../../core/internal.js';

/**
 * What the info string of a fence says about the content: Python, a Python session with prompts, plain text or
 * nothing, or another language.
 */
export type FenceLanguage = 'python' | 'session' | 'unknown' | 'other';

const MAX_INFO = 200;
const PYTHON = /^(?:language-|lang-)?(?:py|python|cpython|ipython|micropython|sage)(?:\d(?:\.\d+)*)?$/;
const SESSION = /^(?:language-|lang-)?(?:pycon|python-?repl|python-?console|doctest|ipython-?console)$/;
/** What says nothing about the language; `tool_code` is what some models write before code that they want run. */
const UNKNOWN = /^(?:language-|lang-)?(?:text|txt|plain|plaintext|code|tool_code|none|)$/;
/** The name of a Python file as a tag: `src/add.py`, `12:30:src/add.py`, `title="add.py"`. */
const PYTHON_FILE =
  /^(?:(?:file|filename|file_name|path|filepath|title|name)[ \t]*[=:][ \t]*)?["']?(?:\d+:\d+:)?(?:[a-z]:)?[\w@.~+/\\-]+\.pyw?["']?(?=$|[\s:#(])/i;

/** The language that an info string names: `py`, `Python 3`, `{.python .numberLines}`, `python title="a.py"`. */
export function languageOfInfo(info: string): FenceLanguage {
  if (PYTHON_FILE.test(startOf(info, MAX_INFO))) return 'python';
  const words = startOf(info, MAX_INFO)
    .toLowerCase()
    .split(/[\s,;:{}()[\]=|"'`/\\]+/)
    .map((word) => (word.startsWith('.') ? word.slice(1) : word))
    .filter((word) => word !== '');
  const first = words[0] ?? '';
  if (PYTHON.test(first) || isMisspelt(first)) return 'python';
  if (SESSION.test(first)) return 'session';
  if (UNKNOWN.test(first)) return 'unknown';
  return info.trimStart().startsWith('{') && words.some((word) => PYTHON.test(word)) ? 'python' : 'other';
}

/** Whether a word is `python` but for one letter: missing, doubled, wrong, or swapped with the next. Cython is not. */
function isMisspelt(word: string): boolean {
  if (!word.startsWith('p') || Math.abs(word.length - PYTHON_WORD.length) > 1) return false;
  let same = 0;
  while (same < word.length && word[same] === PYTHON_WORD[same]) same++;
  const [rest, wanted] = [word.slice(same), PYTHON_WORD.slice(same)];
  const swapped = `${rest[1]}${rest[0]}${rest.slice(2)}`;
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    swapped === wanted
  );
}

const PYTHON_WORD = 'python';
