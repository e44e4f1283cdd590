import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeNotices } from './third-party-notices.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mettle-notices-'));
  mkdirSync(join(root, 'dist'));
});
afterEach(() => rmSync(root, { recursive: true }));

function addPackage(name: string, licence: string | null): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT' }));
  if (licence !== null) writeFileSync(join(folder, 'LICENSE.md'), licence);
  return join(folder, 'index.js');
}

it('writes the licence of each package once', () => {
  const scoped = addPackage('@a/b', 'the words of a/b');
  const plain = addPackage('plain', 'the words of plain');
  writeNotices(root, [scoped, plain, join(root, 'src', 'own.ts'), plain]);
  const text = readFileSync(join(root, 'dist', 'THIRD_PARTY_NOTICES.txt'), 'utf8');
  expect(text.match(/@a\/b 1\.0\.0 \(MIT\)\n\nthe words of a\/b/g)).toHaveLength(1);
  expect(text.match(/plain 1\.0\.0 \(MIT\)\n\nthe words of plain/g)).toHaveLength(1);
  expect(text).not.toContain('own.ts');
});

it('refuses a package without a licence text', () => {
  expect(() => writeNotices(root, [addPackage('bare', null)])).toThrow('bare has no licence text');
});
