import { describe, expect, it } from 'vitest';
import { Artefact } from '../artefact.js';
import { FunctionSignature } from '../behaviour/function-signature.js';
import { JsonOutput } from '../output/json-output.js';
import { MarkdownList } from '../output/markdown.js';
import { createChecker } from '../pipeline/checker.js';
import { pythonCodeGenerationRequirements } from '../python/python-code-generation-requirements.js';
import { ComplexityLimit } from '../structure/complexity-limit.js';
import { NoFileUse } from '../structure/no-side-effects.js';
import { jobOf } from './jobs.js';
import { isReadElsewhere, MAX_READ_HERE } from './judge-large.js';
import { StaticWorkerThread } from './static-worker-thread.js';

const requirements = [
  ...pythonCodeGenerationRequirements({ allowedImports: ['math'] }),
  FunctionSignature({ functionName: 'f0', parameters: ['a', 'b'] }),
  ComplexityLimit({ maxLines: 10 }),
  NoFileUse(),
  MarkdownList(),
  JsonOutput({ schema: { type: 'array' } }),
];
const functions = Array.from({ length: 900 }, (_, i) => `def f${i}(a, b):\n    return a + b\n`).join('\n');
const large = `\`\`\`python\nimport socket\n${functions}\n\`\`\`\n`;

describe('a large reply', () => {
  it('has the verdicts that it would have here, and leaves the event loop its turns', async () => {
    await using checker = createChecker({ requirements });
    let turns = 0;
    let isDone = false;
    const counting = (async () => {
      for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
    })();
    const report = await checker.check(large);
    isDone = true;
    await counting;
    expect(turns).toBeGreaterThan(20);
    expect(large.length).toBeGreaterThan(MAX_READ_HERE);
    expect(report.code).toContain('def f899');
    expect(report.results.map(({ verdict }) => verdict)).toEqual([
      'pass',
      'pass',
      'not_checked',
      'fail',
      'pass',
      'fail',
      'pass',
      'fail',
      'fail',
    ]);
    const here = new Artefact(large, [], false);
    const { results } = report;
    for (const [index, requirement] of requirements.entries()) {
      if (results[index]?.cause === 'dependency') continue;
      const judged = await requirement.validate(here, null as never);
      expect(results[index]).toMatchObject({ verdict: judged.verdict, reason: judged.reason });
      expect(results[index]?.findings).toEqual(judged.findings ?? []);
    }
  });

  it('hands back the JSON that it holds', async () => {
    const json = JsonOutput<readonly number[]>({ schema: { type: 'array', items: { type: 'number' } } });
    await using checker = createChecker({ requirements: [json] });
    const report = await checker.check(JSON.stringify(Array.from({ length: 9_000 }, (_, i) => i)));
    expect(json.valueIn(report)?.at(-1)).toBe(8_999);
  });

  it('is what is longer than a bound, in its text or its calls', () => {
    const code = 'x'.repeat(MAX_READ_HERE + 1);
    expect(isReadElsewhere(new Artefact(code, [], false))).toBe(true);
    expect(isReadElsewhere(new Artefact('', [{ name: 'python', arguments: { code } }], false))).toBe(true);
    expect(isReadElsewhere(new Artefact(code.slice(1), [], false))).toBe(false);
  });
});

describe('the worker thread', () => {
  it('gives up a job that takes too long, and answers the next', async () => {
    const artefact = new Artefact('print(1)', [], true);
    const hasty = new StaticWorkerThread(0.001);
    const [slow, next] = await Promise.all([
      hasty.ask(jobOf(1, artefact, null)),
      hasty.ask(jobOf(2, artefact, null)),
    ]);
    expect([slow, next]).toEqual(['too_slow', 'too_slow']);
    const patient = new StaticWorkerThread();
    const recipe = { make: 'PythonSyntaxValid', options: {} };
    const answers = await Promise.all(
      ['x = 1', 'x = (', 'y = 2'].map((code, id) =>
        patient.ask(jobOf(id, new Artefact(code, [], true), recipe)),
      ),
    );
    expect(answers).toMatchObject([
      { kind: 'judgement', judgement: { verdict: 'pass' } },
      { kind: 'judgement', judgement: { verdict: 'fail' } },
      { kind: 'judgement', judgement: { verdict: 'pass' } },
    ]);
    const unknown = await patient.ask(jobOf(9, artefact, { make: 'toString', options: {} }));
    expect(unknown).toMatchObject({ kind: 'thrown' });
  });
});
