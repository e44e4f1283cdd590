import { describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { checkReply } from '../pipeline/check-reply.js';
import { MatplotlibHeadlessBackend } from '../plotting/matplotlib-headless-backend.js';
import { PlotFileSaved } from '../plotting/plot-file-saved.js';
import { pythonCodeGenerationRequirements } from '../python/python-code-generation-requirements.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import { failureLines } from './failures.js';
import { lastContent, python, word } from './loop.fixture.js';
import { repairWithCode } from './policies/repair-policies.js';

/** What a model is told after this reply. */
async function feedback(text: string, requirements: readonly Requirement[]): Promise<string> {
  const report = await checkReply(text, requirements);
  const attempt = { report, reply: { text }, messages: [], fixes: [], original: null } as never;
  const turn = repairWithCode({ lane: 0, task: [{ role: 'user', content: '' }], attempts: [attempt] });
  return lastContent(turn?.messages).trim();
}

const noMonty = await whyUnavailable('monty');
const bundle = (options: Parameters<typeof pythonCodeGenerationRequirements>[0] = {}) =>
  pythonCodeGenerationRequirements(options);

describe('what a model hears of a failure says what to do', () => {
  it.each<[string, string, readonly Requirement[], readonly string[]]>([
    [
      'a missing colon',
      python('a = 1\nb = 2\nc = 3\nd = 4\nif a\n    b'),
      bundle(),
      ['5 | if a\n', 'Expected `:`, found newline', 'line 5, column 5'],
    ],
    [
      'a word too many',
      python('x = 1 2'),
      bundle(),
      ['Syntax error at line 1', 'Simple statements must be separated by newlines or semicolons'],
    ],
    [
      'a forbidden import',
      python('import socket\nprint(socket)'),
      bundle({ allowedImports: ['json', 'math'] }),
      ['ImportRestrictions: Forbidden imports detected: socket', 'Use only json, math.'],
    ],
    [
      'an import where none is allowed',
      python('import os\nprint(os)'),
      bundle({ allowedImports: [] }),
      ['os', 'No module may be imported.'],
    ],
    ['no code', 'I would use a loop.', bundle(), ['> I would use a loop.', 'one fenced block', '```python']],
    [
      'no headless backend',
      python('import matplotlib.pyplot as plt\nplt.plot([1])'),
      [MatplotlibHeadlessBackend()],
      ['headless', 'matplotlib.use("Agg")'],
    ],
    [
      'a plot saved elsewhere',
      python('plt.savefig("b.png")'),
      [PlotFileSaved({ outputPath: 'out/a.png' })],
      ['saved to b.png; required is out/a.png', 'plt.savefig("out/a.png")'],
    ],
    [
      'a path in a variable',
      python('plt.savefig(path)'),
      [PlotFileSaved({ outputPath: 'out/a.png' })],
      ['cannot be read from the source', 'plt.savefig("out/a.png")'],
    ],
    ["a requirement of one's own", 'a hen', [word('fox')], ['* fox: fox is missing']],
  ])('%s', async (_name, text, requirements, words) => {
    const told = await feedback(text, requirements);
    for (const word of words) expect(told).toContain(word);
    expect(told.length).toBeGreaterThan(20);
    expect(told.length).toBeLessThan(700);
  });

  unless(noMonty).describe('of a run', () => {
    it.each([
      ['print(x)', ["NameError at line 1: name 'x' is not defined", '1 | print(x)']],
      ['1 + "a"', ['TypeError at line 1', 'unsupported operand']],
      ['[1][5]', ['IndexError at line 1', 'index out of range']],
      ['while True:\n    pass', ['Execution timed out', 'Look for a loop that does not end']],
      ['print("x" * 50)', ['Output size (50 chars) exceeds limit (20)', 'print less']],
    ])('%s', async (code, words) => {
      const timeoutSeconds = code.startsWith('while') ? 0.5 : 30;
      const requirements = bundle({ engine: 'monty', timeoutSeconds, outputLimitChars: 20 });
      const told = await feedback(python(code), requirements);
      for (const word of words) expect(told).toContain(word);
      expect(told).not.toMatch(/\/tmp|\/work|\.js:/);
    });
  });

  it('a reply that was cut off is told so, and no line of its code is blamed for a place in the reply', async () => {
    const told = await feedback('One.\nTwo.\n```python\nx = (1,\n', bundle());
    expect(told).toContain('* PythonCodeExtraction: the code block is never closed');
    expect(told).toContain('1 | x = (1,\n\n');
  });

  it('one root cause is told once', async () => {
    const told = await feedback('No code at all.', bundle({ allowedImports: [], engine: 'monty' }));
    expect(told.match(/^\* /gm)).toHaveLength(1);
  });
});

it('a list tells every cause that is known, not the first alone', async () => {
  const report = await checkReply(python('x = 1 2\ny = 3 4'), bundle());
  expect(failureLines(report)).toEqual([expect.stringMatching(/^Syntax error at line 1.* · line 2: /)]);
});
