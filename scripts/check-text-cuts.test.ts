import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findTextCuts } from './check-text-cuts.mjs';

function problemsOf(code: string): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'mettle-cuts-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'src'));
  writeFileSync(
    join(root, 'tsconfig.json'),
    '{"include": ["src"], "compilerOptions": {"lib": ["es2023"], "types": []}}',
  );
  writeFileSync(
    join(root, 'src', 'a.ts'),
    `declare const text: string, list: string[], at: number, most: number;\n${code}`,
  );
  return findTextCuts(root).map((problem) => problem.replace('src/a.ts:', ''));
}

it('names texts that are cut after a number of units', () => {
  const code = [
    "export const a = text.slice(0, 200) + '…';",
    'export const b = text.substring(0, most);',
    'const LONGEST = 5;',
    'export const c = text.slice(-LONGEST) + text.slice(at, at + 40);',
    'export const d = (text as string | undefined)?.slice(0, LONGEST - 1);',
  ].join('\n');
  expect(problemsOf(code)).toEqual([
    '2: text.slice(0, 200)',
    '3: text.substring(0, most)',
    '5: text.slice(-LONGEST)',
    '5: text.slice(at, at + 40)',
    '6: (text as string | undefined)?.slice(0, LONGEST - 1)',
  ]);
});

it('is content with places found in a text, with lists, with hashes and with ASCII', () => {
  const code = [
    "export const a = text.slice(0, text.indexOf(','));",
    'export const b = list.slice(0, 200);',
    'export const c = text.slice(0, at) + text.slice(0, -1) + text.slice(at);',
    'declare function sha256(text: string): string;',
    'export const d = sha256(text).slice(0, 12);',
    'export const e = text.slice(0, 10); // ASCII: the text of a date',
  ].join('\n');
  expect(problemsOf(code)).toEqual([]);
});
