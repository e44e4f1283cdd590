import { describe, expect, it } from 'vitest';
import { createIgnoreRules, DEFAULT_IGNORE_RULES } from './ignore-rules.js';

/** A path for every default rule that keeps something back. */
const KEPT: Readonly<Record<string, string>> = {
  '.mettle-commit-*': '.mettle-commit-a1',
  '.mettle-saved-*': '.mettle-saved-a1',
  '.git': '.git',
  '.hg': '.hg',
  '.svn': '.svn',
  '.jj': '.jj',
  node_modules: 'node_modules',
  __pycache__: 'pkg/__pycache__',
  '*.pyc': 'a.pyc',
  '.venv': '.venv',
  venv: 'venv',
  '.tox': '.tox',
  '.nox': '.nox',
  '.mypy_cache': '.mypy_cache',
  '.pytest_cache': '.pytest_cache',
  '.ruff_cache': '.ruff_cache',
  '.ipynb_checkpoints': '.ipynb_checkpoints',
  '.DS_Store': '.DS_Store',
  '.env': '.env',
  '.env.*': 'app/.env.local',
  '.envrc': '.envrc',
  '.git-credentials': '.git-credentials',
  '.netrc': '.netrc',
  '.pgpass': '.pgpass',
  '.npmrc': '.npmrc',
  '.pypirc': '.pypirc',
  '.ssh': '.ssh',
  '.aws': '.aws',
  '.azure': '.azure',
  '.gnupg': '.gnupg',
  '.kube': '.kube',
  '.docker': '.docker',
  '*.pem': 'tls/server.pem',
  '*.key': 'tls/server.key',
  '*.p12': 'a.p12',
  '*.pfx': 'a.pfx',
  '*.jks': 'a.jks',
  '*.kdbx': 'a.kdbx',
  'id_rsa*': 'id_rsa.bak',
  'id_dsa*': 'id_dsa',
  'id_ecdsa*': 'id_ecdsa',
  'id_ed25519*': 'id_ed25519',
};

describe('the default ignore rules', () => {
  const ignores = createIgnoreRules();

  it('are these', () => {
    const lending = ['!.env.example', '!.env.sample', '!.env.template'];
    expect([...DEFAULT_IGNORE_RULES].sort()).toEqual([...Object.keys(KEPT), ...lending].sort());
  });

  it.each(Object.values(KEPT))('keep %s back, at any depth, in capitals, and what lies in it', (path) => {
    for (const kind of ['file', 'directory'] as const) {
      expect(ignores(path, kind)).toBe(true);
      expect(ignores(`deep/er/${path}`, kind)).toBe(true);
      expect(ignores(path.toUpperCase(), kind)).toBe(true);
    }
    expect(ignores(`${path}/inside/config`, 'file')).toBe(true);
  });

  it.each([
    '.env.example',
    '.env.sample',
    '.env.template',
    'environment.py',
    'git',
    'a.git',
    'keys.py',
    '.github/a.yml',
  ])('lend %s', (path) => expect(ignores(path, 'file')).toBe(false));

  it.each([
    '.GIT',
    'GIT~1',
    'git~2',
    '.git.',
    '.git ',
    '.git. . ',
    '.git::$INDEX_ALLOCATION',
    '.git:stream',
    '.g\u200cit',
    '.git\u200d',
    '\ufeff.git',
    '.gi\u202et',
    '.git\u206f',
    '.git\u200b',
    '.\u00adgit',
    'sub\\.git',
    '.env ',
    '.env::$DATA',
    'ENV~1',
    '.aws.',
    'AWS~1',
    '.s\u200bsh',
    'id_rsa::$DATA',
    'server.key. ',
  ])('keep %j back, which another file system takes for what they name', (name) => {
    expect(ignores(name, 'file')).toBe(true);
    expect(ignores(`${name}/hooks/pre-commit`, 'file')).toBe(true);
    expect(ignores(`sub/${name}`, 'directory')).toBe(true);
  });

  it.each([
    '...',
    '. ',
    'a: b.txt',
    'notes~1',
    'report.',
    'ends with space ',
    '👩\u200d💻.txt',
    'back\\slash',
  ])('lend %j, which is odd and nothing more', (name) => expect(ignores(name, 'file')).toBe(false));
});

describe('patterns of the caller', () => {
  it('come after the default ones, for every spelling', () => {
    const ignores = createIgnoreRules(['!.git', '*.log']);
    for (const name of ['.git', 'GIT~1', '.git.']) expect(ignores(name, 'directory')).toBe(false);
    for (const name of ['a.log', 'a.log.', 'a.l\u200bog']) expect(ignores(name, 'file')).toBe(true);
    expect(ignores('.env', 'file')).toBe(true);
  });
});
