import ignore from 'ignore';
import type { FileTree, SearchMatch } from '../../filesystem/index.js';

/** Which files below a folder are looked at. */
export interface FileChoice {
  /** A pattern as ripgrep takes it with `--glob`; one without a slash is for names at any depth. */
  readonly glob?: string | undefined;
  /** Endings of names, without the dot. */
  readonly endings?: readonly string[] | undefined;
}

/** Endings by the names that ripgrep has for kinds of files. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  c: ['c', 'h'],
  cpp: ['cpp', 'cc', 'cxx', 'hpp', 'hh', 'h'],
  css: ['css', 'scss'],
  go: ['go'],
  html: ['html', 'htm'],
  java: ['java'],
  js: ['js', 'jsx', 'cjs', 'mjs', 'vue'],
  json: ['json'],
  md: ['md', 'markdown', 'mdown', 'mkdn', 'mdwn', 'mdx'],
  py: ['py', 'pyi'],
  python: ['py', 'pyi'],
  rust: ['rs'],
  sh: ['sh', 'bash', 'zsh'],
  toml: ['toml'],
  ts: ['ts', 'tsx', 'cts', 'mts'],
  txt: ['txt'],
  typescript: ['ts', 'tsx', 'cts', 'mts'],
  yaml: ['yaml', 'yml'],
};

/** Endings of a kind of files; null for a kind that isn't known. */
export function endingsOf(kind: string): readonly string[] | null {
  return Object.hasOwn(ENDINGS, kind) ? (ENDINGS[kind] ?? null) : null;
}

/** Patterns without alternatives in braces, each of them. */
export function withoutBraces(pattern: string): readonly string[] {
  const [whole, before = '', inner = '', after = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  const all = inner.split(',').flatMap((each) => withoutBraces(`${before}${each}${after}`));
  return all.slice(0, 200);
}

/** The files below a folder that version control doesn't leave out, by their keys, sorted. A file is found as itself. */
export function filesBelow(files: FileTree, key: string, choice: FileChoice = {}): readonly string[] {
  if (!files.exists(key)) return [];
  if (files.stat(key).kind === 'file') return [key];
  const patterns =
    choice.glob === undefined
      ? ['**']
      : (choice.glob.includes('{') ? [choice.glob] : choice.glob.split(/[\s,]/))
          .filter((each) => each !== '')
          .flatMap(withoutBraces)
          .map((each) => (each.includes('/') ? each.replace(/^\//, '') : `**/${each}`));
  const left = patterns.filter((each) => each.includes('!'));
  const rules = ignore({ allowRelativePaths: true }).add('.git');
  if (files.exists(`${key}/.gitignore`))
    rules.add(files.readText(`${key}/.gitignore`, { invalid: 'replace' }));
  const found = new Set<string>();
  for (const pattern of patterns.filter((each) => !left.includes(each))) {
    for (const path of files.glob(pattern, { root: key })) {
      if (path === '' || rules.ignores(path) || files.stat(`${key}/${path}`).kind !== 'file') continue;
      const { endings } = choice;
      if (endings === undefined || endings.some((ending) => path.endsWith(`.${ending}`)))
        found.add(`${key}/${path}`);
    }
  }
  return [...found].sort();
}

/** Lines that match a regular expression of RE2 in files; all of them, up to 100,000. */
export async function linesIn(
  files: FileTree,
  expression: string,
  keys: readonly string[],
): Promise<readonly SearchMatch[]> {
  const wanted = new Set(keys);
  const [only] = keys;
  if (only === undefined) return [];
  const { matches } = await files.search(expression, {
    ...(keys.length === 1 ? { glob: only.replace(/[*?[]/g, '[$&]') } : {}),
    limit: 0,
    maxLineChars: 1_000_000,
  });
  return matches.filter(({ path }) => wanted.has(path));
}
