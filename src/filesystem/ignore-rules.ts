import ignore, { type Ignore } from 'ignore';
import { invalidOption } from '../core/internal.js';
import { otherSpelling } from './same-name.js';

/**
 * The default rules for files of a host folder that the tree does not show: version control, installed packages and
 * caches, which are large and not source, and files that commonly hold secrets. Patterns as in `.gitignore`.
 */
export const DEFAULT_IGNORE_RULES: readonly string[] = [
  '.mettle-commit-*',
  '.mettle-saved-*',
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  '__pycache__',
  '*.pyc',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.ipynb_checkpoints',
  '.DS_Store',
  '.env',
  '.env.*',
  '!.env.example',
  '!.env.sample',
  '!.env.template',
  '.envrc',
  '.git-credentials',
  '.netrc',
  '.pgpass',
  '.npmrc',
  '.pypirc',
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.docker',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.kdbx',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
];

/** Patterns, and characters in all of them: each is compiled, and asked about each path. */
const MAX_PATTERNS = 1_000;
const MAX_CHARACTERS = 20_000;

/** Whether a path of a host folder is kept back. */
export type IgnoreRules = (key: string, kind: 'file' | 'directory') => boolean;

/**
 * Rules made of {@link DEFAULT_IGNORE_RULES} and then `patterns`, the later winning: `!.env` lends what a
 * default keeps back. Letter case makes no difference, nor does a spelling that is the same name on another file
 * system: `.git. ` and `GIT~1` are `.git`.
 */
export function createIgnoreRules(patterns: readonly string[] = []): IgnoreRules {
  const characters = patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  if (patterns.length > MAX_PATTERNS || characters > MAX_CHARACTERS) {
    const got = `${patterns.length} of ${characters} characters`;
    throw invalidOption(
      'createFileTree',
      'ignore',
      `at most ${MAX_PATTERNS} patterns of ${MAX_CHARACTERS} characters in all`,
      got,
    );
  }
  let rules = patterns.length === 0 ? undefined : compile(patterns);
  return (key, kind) => {
    rules ??= compile(patterns);
    const isKept = (path: string): boolean =>
      rules?.ignores(kind === 'directory' ? `${path}/` : path) === true;
    const other = otherSpelling(key);
    return isKept(key) || (other !== key && isKept(other));
  };
}

/** What takes milliseconds: trees without a host folder never need it. */
function compile(patterns: readonly string[]): Ignore {
  return ignore({ allowRelativePaths: true })
    .add(DEFAULT_IGNORE_RULES)
    .add([...patterns]);
}
