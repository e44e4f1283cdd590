import { expect, it } from 'vitest';
import { MettleError } from '../core/index.js';
import { errorLine, exitCodeOf } from './exit-code.js';

it('tells a machine that lacks something from a wrong call', () => {
  expect(exitCodeOf(new MettleError({ code: 'environments/browser_unavailable', message: 'm' }))).toBe(3);
  expect(exitCodeOf(new MettleError({ code: 'sandbox/no_confinement', message: 'm' }))).toBe(3);
  expect(exitCodeOf(new MettleError({ code: 'filesystem/not_found', message: 'm' }))).toBe(2);
  expect(exitCodeOf(new Error('bug'))).toBe(2);
});

it('makes one line of any error', () => {
  expect(errorLine(new MettleError({ code: 'core/invalid_json', message: 'first\n  second' }))).toBe(
    'first second',
  );
  expect(errorLine(new Error('boom'))).toBe(
    'internal error: boom (METTLE_DEBUG=1 shows where; please report it)',
  );
});
