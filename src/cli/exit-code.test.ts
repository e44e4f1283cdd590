import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MettleError } from '../core/index.js';
import { createFileTree } from '../filesystem/index.js';
import { errorLine, exitCodeOf } from './exit-code.js';

it('tells a machine that lacks something from a wrong call', () => {
  expect(exitCodeOf(new MettleError({ code: 'environments/browser_unavailable', message: 'm' }))).toBe(3);
  expect(exitCodeOf(new MettleError({ code: 'sandbox/no_confinement', message: 'm' }))).toBe(3);
  expect(exitCodeOf(new MettleError({ code: 'filesystem/not_found', message: 'm' }))).toBe(2);
  expect(exitCodeOf(new Error('bug'))).toBe(2);
});

it('names no option of the library that no flag sets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-too-deep-'));
  mkdirSync(join(folder, 'd/'.repeat(257)), { recursive: true });
  let thrown: unknown;
  try {
    createFileTree({ base: folder }).glob('**');
  } catch (error) {
    thrown = error;
  }
  rmSync(folder, { recursive: true });
  expect(errorLine(thrown)).toMatch(/256 deep .* Take a smaller folder\.$/);
});

it('makes one line of any error', () => {
  expect(errorLine(new MettleError({ code: 'core/invalid_json', message: 'first\n  second' }))).toBe(
    'first second',
  );
  expect(errorLine(new Error('boom'))).toBe(
    'internal error: boom (METTLE_DEBUG=1 shows where; please report it)',
  );
});
