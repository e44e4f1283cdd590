import { describe, expect, it } from 'vitest';
import type { RunError } from '../../sandbox/index.js';
import { exitStatusOf } from './exit-status.js';

const raised = (type: string, message: string): RunError => ({
  kind: 'runtime',
  type,
  message,
  line: 1,
  frames: [],
  hint: null,
});

describe('exitStatusOf', () => {
  it.each([
    ['a number', raised('SystemExit', '3'), '', 3],
    ['a number below zero', raised('SystemExit', '-1'), 'printed before\n', -1],
    ['True', raised('SystemExit', 'True'), '', 1],
    ['a text', raised('SystemExit', 'no input'), 'no input\n', 1],
    ['a text of digits', raised('SystemExit', '3'), '3\n', 1],
    ['os._exit(7)', { ...raised('ProcessEnded', 'gone'), exitStatus: 7 }, '', 7],
    ['another exception', raised('ValueError', '3'), '', null],
    ['no error', null, '', null],
  ])('of %s', (_what, error, stderr, status) => {
    expect(exitStatusOf({ error, stderr })).toBe(status);
  });
});
