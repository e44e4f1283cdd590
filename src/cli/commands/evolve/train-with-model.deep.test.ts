import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../../testing/index.js';
import { surnames, useTaskFolder } from './evolve.fixture.js';

const { evolve, put } = useTaskFolder();

describe('mettle evolve --model', () => {
  const words = {
    description: 'Number in words',
    examples: [
      [1, 'one'],
      [4, 'four'],
      [9, 'nine'],
      [14, 'fourteen'],
      [40, 'forty'],
      [90, 'ninety'],
      [44, 'forty-four'],
      [23, 'twenty-three'],
    ].map(([input, output]) => ({ input, output })),
  };
  const right = `Rule: tens, and what is left.
\`\`\`python
SMALL = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen',
         'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

def transform(value):
    if value < 20:
        return SMALL[value]
    return TENS[value // 10] + ('-' if value % 10 else '') + SMALL[value % 10]
\`\`\``;
  const wrong = 'Rule: none.\n```python\ndef transform(value):\n    return str(value)\n```';

  const ask = async (answer: (call: number) => string, task: object = words) => {
    let calls = 0;
    await using server = await startModelServer(Array.from({ length: 60 }, () => () => answer(calls++)));
    await put('words.json', task);
    const model = `openai-compatible/test@${server.url}`;
    return {
      ...(await evolve('words.json', '--model', model, '--max-evaluations', '2000', '--json')),
      calls,
      model,
    };
  };

  it('goes on where the search finds nothing, and judges by examples that the model never saw', async () => {
    const { code, stdout, calls, model } = await ask((call) => (call === 2 ? right : wrong));
    expect(code).toBe(0);
    const [task] = (JSON.parse(stdout) as { tasks: readonly Record<string, unknown>[] }).tasks;
    expect(task).toMatchObject({
      solved: true,
      found_by: 'model',
      confidence: 'medium',
      holdout: { passed: 2, total: 2 },
      model: { name: model },
    });
    expect(task?.script).toContain("'twelve'");
    expect(task?.model).toMatchObject({ calls });
  });

  it('asks the model again after a failure that passes, and says so', async () => {
    const unwell = { fault: 'server_failed', retryAfterSeconds: 0 } as const;
    await using server = await startModelServer([unwell, ...Array.from({ length: 60 }, () => () => right)]);
    await put('words.json', words);
    const model = `openai-compatible/test@${server.url}`;
    const { code, stderr } = await evolve('words.json', '--model', model, '--max-evaluations', '2000');
    expect([code, stderr]).toEqual([0, expect.stringContaining('failed, trying again in 0 s')]);
  });

  it('abstains, and shows the best guess, where the model finds nothing either', async () => {
    const { code, stdout } = await ask(() => wrong);
    const [task] = (JSON.parse(stdout) as { tasks: readonly Record<string, unknown>[] }).tasks;
    expect(code).toBe(1);
    expect(task).toMatchObject({ solved: false, abstained: true, script: null });
    expect(task?.guess).toContain('def transform(value)');
  });

  it('repairs what the model wrote nearly right', async () => {
    const { code, stdout } = await ask(() => right.replace('value // 10', 'value // 11'));
    const [task] = (JSON.parse(stdout) as { tasks: readonly { reasons: readonly string[] }[] }).tasks;
    expect(task).toMatchObject({ solved: true, found_by: 'repair', holdout: { passed: 2, total: 2 } });
    expect(task?.reasons[0]).toMatch(/^the model's script failed \d of 6 examples$/);
    expect(task?.reasons[1]).toContain('one change');
    expect(code).toBe(0);
  });

  it('says what is wrong with a seed script that the model starts from', async () => {
    const script = 'def transform(value):\n    return (value\n';
    const { stdout } = await ask(() => right, { ...words, script });
    const [task] = (JSON.parse(stdout) as { tasks: readonly { reasons: readonly string[] }[] }).tasks;
    expect(task).toMatchObject({ solved: true, found_by: 'model' });
    expect(task?.reasons.join('\n')).toContain('the seed script was not used: it is not valid Python');
  });

  it('names no rivals of what the search gave up where the model solves the task', async () => {
    const examples = [2, 7, 4, 9, 5].map((n) => ({ input: [n, 'ab', n % 3], output: n > 4 }));
    const script = 'Rule: large.\n```python\ndef transform(value):\n    return value[0] > 4\n```';
    const { stdout } = await ask(() => script, {
      examples,
      unlabelled: [
        [1, 'abc', 8],
        [8, '', 0],
      ],
    });
    const [task] = (JSON.parse(stdout) as { tasks: readonly unknown[] }).tasks;
    expect(task).toMatchObject({ found_by: 'model', solved: true, rivals: [], question: null });
  });

  it('offers nothing that the search abstained from and the model did not find', async () => {
    const examples = [2, 7, 4, 9, 5].map((n) => ({ input: [n, 'ab', n % 3], output: n > 4 }));
    const { code, stdout } = await ask(() => wrong, { examples });
    const [task] = (JSON.parse(stdout) as { tasks: readonly { reasons: readonly string[] }[] }).tasks;
    expect(task).toMatchObject({
      solved: false,
      abstained: true,
      script: null,
      train: { passed: 4, total: 4 },
    });
    expect(task?.reasons.join('\n')).toContain('by luck');
    expect(code).toBe(1);
  });

  it('asks nobody where the search solves the task', async () => {
    await put('surnames.json', surnames);
    const { code, stdout } = await evolve(
      'surnames.json',
      '--model',
      'openai-compatible/none@http://127.0.0.1:1/v1',
      '--json',
    );
    expect({ code, document: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      document: { tasks: [{ solved: true, model: null }] },
    });
  });

  it.each([
    [['--tolerance', '1'], '--tolerance is for the search alone'],
    [['--model', 'nobody/x'], 'nobody'],
  ])('refuses what it can not do: %j', async (argv, message) => {
    await put('surnames.json', surnames);
    const { code, stderr } = await evolve('surnames.json', '--model', 'openai/x', ...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
