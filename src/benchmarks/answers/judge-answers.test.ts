import { expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { runBenchmark } from '../run-benchmark.js';
import { FUNCTION_CASE, FUNCTION_CHEATS, PROGRAM_CASE } from './cheats.fixture.js';
import { createAnswerJudge } from './judge-answers.js';
import { codeIn, programOf } from './program-of.js';

const { describe, it } = await needs('sandbox');

describe('programOf', () => {
  const before = 'def f(n):\n    """Doubles."""\n';

  it.each<[string, string, string]>([
    ['a body', '    return 2 * n\n', `${before}    return 2 * n\n`],
    ['a whole function', 'def f(n):\n    return 2 * n\n', `${before}\n\ndef f(n):\n    return 2 * n\n`],
    ['a name that is bound', 'f = lambda n: 2 * n\n', `${before}\n\nf = lambda n: 2 * n\n`],
    [
      'a reply in words',
      'So:\n```python\ndef f(n): return 2 * n\n```\nDone.',
      `${before}\n\ndef f(n): return 2 * n`,
    ],
    ['a body that compares the name', '    return f == n\n', `${before}    return f == n\n`],
    ['nothing', '  ', '  '],
  ])('takes %s', (_what, answer, program) => {
    expect(programOf(answer, { before, entryPoint: 'f' }).trimEnd()).toBe(program.trimEnd());
  });

  it('takes code as it is where nothing comes before it', () => {
    expect(codeIn('print(1)')).toBe('print(1)');
    expect(programOf('print(1)', {})).toBe('print(1)');
  });
});

describe('answers in a benchmark', () => {
  it('pass or fail by what the code does, in trials of which pass@k is told', async () => {
    const answers: Readonly<Record<string, readonly string[]>> = {
      largest: [FUNCTION_CASE.reference ?? '', FUNCTION_CHEATS['gives what equals everything'] ?? ''],
      sum: ['```python\nprint(sum(map(int, input().split())))\n```', 'print(9)'],
    };
    let turn = 0;
    const report = await runBenchmark(
      (_query, tools, { caseId }) => {
        expect(tools).toEqual([]);
        return answers[caseId]?.[Math.floor(turn++ / 2)] ?? '';
      },
      [FUNCTION_CASE, PROGRAM_CASE],
      { trials: 2, concurrency: 1 },
    );
    expect(report.cases.map(({ trials }) => trials.map(({ credit }) => credit))).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(report.passAtK.map(({ mean }) => mean)).toEqual([0.5, 1]);
    expect(report.passHatK.map(({ mean }) => mean)).toEqual([0.5, 0]);
    expect(report.misses.map(({ kind }) => kind)).toEqual(['goal_missed', 'goal_missed']);
  });

  it('are records with their outcome', async () => {
    const kept: unknown[] = [];
    await runBenchmark(() => 'print(9)', [PROGRAM_CASE], {
      onTrial: (_, trajectory) => void kept.push(trajectory),
    });
    expect(kept).toMatchObject([
      { finalAnswer: 'print(9)', outcome: { verdict: 'fail' }, task: { id: 'sum' } },
    ]);
  });

  it('fail without an answer, and are an error where the model fails', async () => {
    const none = await runBenchmark(() => [null, {}], [PROGRAM_CASE]);
    expect(none.misses).toMatchObject([{ kind: 'no_answer' }]);
    const thrown = await runBenchmark(() => {
      throw new Error('broken');
    }, [PROGRAM_CASE]);
    expect([thrown.score?.mean, thrown.errors]).toEqual([0, 0]);
    const policy = {
      name: 'cut off',
      version: '1',
      play: async () => {
        throw new Error('The provider is down.');
      },
    };
    const down = await runBenchmark(policy, [PROGRAM_CASE]);
    expect([down.score, down.errors, down.cases[0]?.trials[0]?.reason]).toEqual([
      null,
      1,
      'The provider is down.',
    ]);
  });

  it('are an error where the tests themselves are no tests', async () => {
    await using judge = createAnswerJudge();
    const score = await judge.judge({ kind: 'tests', tests: 'assert (' }, 'x = 1');
    expect(score.verdict).toBe('error');
  });

  it('may be a function for grids', async () => {
    await using judge = createAnswerJudge();
    const check = { kind: 'grids', inputs: [[[1, 2]]], outputs: [[[2, 1]]] } as const;
    const verdicts = [];
    for (const answer of [
      '```python\ndef transform(grid):\n    return [row[::-1] for row in grid]\n```',
      'def transform(grid):\n    return grid\n',
      '[[2, 1]]',
      [{ attempt_1: [[1, 2]], attempt_2: [[2, 1]] }],
      [{ attempt_1: [[1, 2]], attempt_2: [[0, 0]], attempt_3: [[2, 1]] }],
      'no idea',
    ]) {
      verdicts.push((await judge.judge(check, answer)).verdict);
    }
    expect(verdicts).toEqual(['pass', 'fail', 'pass', 'pass', 'fail', 'fail']);
  });
});
