import { describe, expect, it } from 'vitest';
import type { RunError, StackFrame } from '../../sandbox/index.js';
import type { Execution } from '../execution/execution.js';
import { planExecution } from '../execution/plan-execution.js';
import {
  describeRunError,
  judgeExecution,
  judgeMachineError,
  judgeRunError,
} from './python-execution-req.js';

const frame = (line: number, name = '<module>', file = '<run 1>', column?: number): StackFrame =>
  ({ file, line, function: name, ...(column === undefined ? {} : { column }) }) as StackFrame;
const problem = (more: Partial<RunError> = {}): RunError => ({
  kind: 'runtime',
  type: 'ValueError',
  message: 'no',
  line: null,
  frames: [],
  hint: null,
  ...more,
});
const plan = planExecution({ engine: 'monty' });
const auto = planExecution({ engine: 'auto' });
const execution = (more: Partial<Execution>): Execution =>
  ({ engine: 'monty', error: null, stdoutChars: 0, ...more }) as Execution;

describe('an error of a run is told', () => {
  it.each<[Partial<RunError>, string]>([
    [{}, 'ValueError: no'],
    [{ message: '' }, 'ValueError'],
    [{ line: 3, frames: [frame(3)] }, 'ValueError at line 3: no'],
    [{ line: 2, frames: [frame(9), frame(2, 'mean')] }, 'ValueError at line 2 (line 9 → line 2 in mean): no'],
    [
      { line: 2, frames: [frame(9), frame(4, 'a', 'own.py'), frame(2, 'mean')] },
      'ValueError at line 2 (line 9 → own.py line 4 in a → line 2 in mean): no',
    ],
    [
      { line: 2, frames: [frame(9), ...Array.from({ length: 5 }, () => frame(2, 'f'))] },
      'ValueError at line 2 (line 9 → line 2 in f (5 times)): no',
    ],
    [
      { kind: 'timeout', line: 2, frames: [frame(2)], message: 'too long' },
      'Execution timed out at line 2: too long',
    ],
    [{ kind: 'timeout', message: 'too long' }, 'Execution timed out: too long'],
  ])('%j', (more, words) => expect(describeRunError(problem(more))).toBe(words));

  it('by twelve steps at most, those in the middle left out', () => {
    const chain = (count: number) =>
      describeRunError(problem({ line: 1, frames: Array.from({ length: count }, (_, n) => frame(n + 1)) }));
    expect(chain(12)).not.toContain('…');
    expect(chain(12).match(/→/g)).toHaveLength(11);
    expect(chain(14)).toContain('line 6 → … → line 9 →');
    expect(chain(14)).toMatch(/ → line 14\)/);
  });
});

describe('a run is judged', () => {
  it('by its error, else by how much it printed', () => {
    expect(judgeExecution(execution({ stdoutChars: 9 }), plan, null)).toMatchObject({
      verdict: 'pass',
      reason: 'The code ran without errors in monty.',
    });
    expect(judgeExecution(execution({ stdoutChars: 5 }), plan, 5).verdict).toBe('pass');
    expect(judgeExecution(execution({ stdoutChars: 6 }), plan, 5)).toMatchObject({
      verdict: 'fail',
      reason: 'Output size (6 chars) exceeds limit (5). The code ran without errors; print less.',
    });
    expect(judgeExecution(execution({ error: problem() }), plan, null)).toMatchObject({
      verdict: 'fail',
      reason: 'ValueError: no',
    });
  });

  it.each<[Partial<RunError>, string]>([
    [{ kind: 'timeout' }, 'Look for a loop that does not end, or do less work.'],
    [{ kind: 'memory' }, 'Build smaller data, or go through it piece by piece.'],
    [{ kind: 'output' }, 'Print less.'],
    [{ kind: 'limit' }, 'Use less of what the limit counts.'],
    [{ kind: 'crash' }, 'Avoid what ended the interpreter.'],
    [{ kind: 'timeout', hint: 'Own.' }, 'Look for a loop that does not end, or do less work.'],
    [{ hint: 'Own.' }, 'Own.'],
    [{}, 'Repair the statement that raised it.'],
  ])('with what to do about %j', (more, hint) => {
    const { findings } = judgeRunError(problem(more), null, plan);
    expect(findings).toMatchObject([
      { hint, rule: `execution/${more.kind ?? 'runtime'}`, severity: 'error', line: 1, column: 1 },
    ]);
  });

  it('at the place of the error', () => {
    const frames = [frame(1, '<module>', '<run 1>', 2), frame(7, 'f', '<run 1>', 5)];
    const { findings } = judgeRunError(problem({ line: 7, frames }), null, plan);
    expect(findings).toMatchObject([{ line: 7, column: 5, endLine: 7, endColumn: 5 }]);
  });

  it('with the limit, where it printed too much or is too long', () => {
    const output = problem({ kind: 'output', message: 'over 100 bytes' });
    expect(judgeRunError(output, null, plan).reason).toBe(
      'Output size is more than the run may produce: over 100 bytes.',
    );
    expect(judgeRunError(output, null, plan, 5).reason).toBe(
      'Output size is more than the run may produce and exceeds limit (5): over 100 bytes.',
    );
    const long = problem({ kind: 'limit', message: 'over 1 byte (maxSourceBytes)' });
    expect(judgeRunError(long, null, plan)).toMatchObject({
      verdict: 'not_checked',
      cause: 'limit',
      reason:
        'Not run: over 1 byte (maxSourceBytes). Write a shorter program, and load large data from a file.',
    });
    expect(judgeRunError({ ...long, kind: 'runtime' }, null, plan).verdict).toBe('fail');
  });

  it('with the run, where there was one', () => {
    const run = execution({});
    expect(judgeRunError(problem(), run, plan)).toMatchObject({ execution: run });
    expect(judgeRunError(problem(), null, plan)).not.toHaveProperty('execution');
  });

  it('not by what this machine could not do', () => {
    for (const kind of ['infrastructure', 'aborted'] as const)
      expect(judgeMachineError(problem({ kind }), plan, 'The tests')).toMatchObject({
        verdict: 'error',
        reason: 'The tests could not be run: no',
      });
    const lacks = problem({ kind: 'unsupported', hint: 'Use another.' });
    expect(judgeMachineError(lacks, auto, 'The tests')).toMatchObject({
      verdict: 'not_checked',
      cause: 'engine',
      reason: 'The tests could not be run by the only engine of this machine: no. Use another.',
    });
    expect(judgeMachineError({ ...lacks, hint: null, message: 'no.' }, auto, 'It')?.reason).toMatch(
      /machine: no\.$/,
    );
    expect(judgeMachineError(lacks, plan, 'The tests')).toBeNull();
    expect(judgeMachineError(problem(), auto, 'The tests')).toBeNull();
  });
});
