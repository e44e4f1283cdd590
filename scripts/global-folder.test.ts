import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreGlobalFolder } from './global-folder.mjs';

let folder: string;
let root: string;
let link: string;
let environment: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-link-'));
  root = join(folder, 'clone');
  const modules = join(folder, 'prefix', process.platform === 'win32' ? '' : 'lib', 'node_modules');
  link = join(modules, 'mettle');
  mkdirSync(modules, { recursive: true });
  mkdirSync(root);
  writeFileSync(join(root, 'package.json'), '{"name":"mettle"}');
  const packages = { '': {}, 'node_modules/after': {}, 'node_modules/for-tests': { dev: true } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  environment = {
    _PACOTE_NO_PREPARE_: 'git+file:///x',
    npm_config_global: 'true',
    npm_config_global_prefix: join(folder, 'prefix'),
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

it('puts a folder in the place of the link to the clone that npm prepares', () => {
  symlinkSync(root, link);
  expect(restoreGlobalFolder(root, environment)).toBe(true);
  expect(lstatSync(link).isDirectory()).toBe(true);
  expect(existsSync(root)).toBe(true);
  expect(restoreGlobalFolder(root, environment)).toBe(false);
});

it('brings back what is unpacked already, before and after the link was made', () => {
  symlinkSync(root, link);
  const aside = join(link, '..', '.mettle-a1B2c3D4');
  for (const [at, text] of [
    [aside, 'before'],
    [root, 'after'],
    [root, 'for-tests'],
  ] as const) {
    mkdirSync(join(at, 'node_modules', text), { recursive: true });
    writeFileSync(join(at, 'node_modules', text, 'index.js'), text);
  }
  expect(restoreGlobalFolder(root, environment)).toBe(true);
  expect(existsSync(aside)).toBe(false);
  for (const text of ['before', 'after'])
    expect(readFileSync(join(link, 'node_modules', text, 'index.js'), 'utf8')).toBe(text);
  expect(existsSync(join(link, 'node_modules', 'for-tests'))).toBe(false);
});

it('leaves links that users ask for, and what is no link to the clone', () => {
  symlinkSync(root, link);
  const { _PACOTE_NO_PREPARE_: _, ...byTheUser } = environment;
  expect(restoreGlobalFolder(root, byTheUser)).toBe(false);
  expect(restoreGlobalFolder(root, { ...environment, npm_config_global: '' })).toBe(false);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  rmSync(link);
  symlinkSync(folder, link);
  expect(restoreGlobalFolder(root, environment)).toBe(false);
  rmSync(link);
  mkdirSync(link);
  expect(restoreGlobalFolder(root, environment)).toBe(false);
  expect(existsSync(link)).toBe(true);
});
