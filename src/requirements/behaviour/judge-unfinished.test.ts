import { describe, expect, it } from 'vitest';
import type { RunError } from '../../sandbox/index.js';
import { judgeUnfinished } from './judge-unfinished.js';
import { sandboxPlan } from './sandboxed.js';

const ended: RunError = {
  kind: 'crash',
  type: 'ProcessEnded',
  message: 'the Python process ended with exit code 0 before the run was over',
  line: null,
  frames: [],
  hint: null,
};
const plan = sandboxPlan({ engine: 'cpython' });

describe('judgeUnfinished', () => {
  it('leaves code that broke a part to fail by it, though it could not be loaded again', () => {
    const broken = [{ name: 'test_a', error: ended }];
    expect(judgeUnfinished({ parts: [], broken, failed: ended }, plan, 'The tests')).toBeNull();
  });

  it('blames code that cannot be loaded at all', () => {
    const judged = { parts: [], broken: [], failed: ended };
    expect(judgeUnfinished(judged, plan, 'The tests')?.verdict).toBe('fail');
  });

  it('does not know what ended a judging in which no part was broken', () => {
    const judged = { parts: [{ name: 'test_a', details: ['pass'] }], broken: [], failed: ended };
    expect(judgeUnfinished(judged, plan, 'The tests')).toMatchObject({
      verdict: 'error',
      reason: expect.stringContaining('The tests could not finish'),
    });
  });
});
