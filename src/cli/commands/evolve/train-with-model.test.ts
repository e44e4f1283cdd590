import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../../testing/index.js';
import { surnames, useTaskFolder } from './evolve.fixture.js';

const { evolve, put } = useTaskFolder();

describe('mettle evolve --model', () => {
  const roman = {
    description: 'Roman numeral',
    examples: [
      [1, 'I'],
      [4, 'IV'],
      [9, 'IX'],
      [14, 'XIV'],
      [40, 'XL'],
      [90, 'XC'],
      [444, 'CDXLIV'],
      [2023, 'MMXXIII'],
    ].map(([input, output]) => ({ input, output })),
  };
  const right = `Rule: subtract the largest sign that fits.
\`\`\`python
SIGNS = [(1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'),
         (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]

def transform(value):
    text = ''
    for size, sign in SIGNS:
        text += sign * (value // size)
        value %= size
    return text
\`\`\``;
  const wrong = 'Rule: none.\n```python\ndef transform(value):\n    return str(value)\n```';

  const ask = async (answer: (call: number) => string, ...argv: readonly string[]) => {
    let calls = 0;
    await using server = await startModelServer(Array.from({ length: 60 }, () => () => answer(calls++)));
    await put('roman.json', roman);
    const model = `openai-compatible/test@${server.url}`;
    return {
      ...(await evolve('roman.json', '--model', model, '--max-evaluations', '2000', '--json', ...argv)),
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
    expect(task?.script).toContain("'CM'");
    expect(task?.model).toMatchObject({ calls });
  });

  it('abstains, and shows the best guess, where the model finds nothing either', async () => {
    const { code, stdout } = await ask(() => wrong);
    const [task] = (JSON.parse(stdout) as { tasks: readonly Record<string, unknown>[] }).tasks;
    expect(code).toBe(1);
    expect(task).toMatchObject({ solved: false, abstained: true, script: null });
    expect(task?.guess).toContain('def transform(value)');
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
