import { expect, it } from 'vitest';
import { createMontyEngine, type EngineChoice } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import type { Report } from '../pipeline/report.js';
import { OutputSizeLimit } from '../python/output-size-limit.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { repairLoop } from '../repair/repair-loop.js';
import { reply, whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import { DoctestsPass } from './doctests-pass.js';
import { ExamplesPass } from './examples-pass.js';
import { PropertyHolds } from './property-holds.js';
import { TestsPass } from './tests-pass.js';

const why = await whyUnavailable('monty');

/** Inheritance is what Monty lacks. */
const SHAPES = 'class Shape:\n    pass\n\nclass Square(Shape):\n    pass\n';
const PLAIN = 'def mean(values):\n    return 1';

/** Checks code where `engine` is Monty, as `auto` is on a machine that has nothing else. */
async function checkOnMonty(code: string, requirement: Requirement, engine: EngineChoice): Promise<Report> {
  const monty = createMontyEngine();
  try {
    return await checkPython(code, [requirement], { engines: { [engine]: monty }, maxSandboxes: 2 });
  } finally {
    await monty.close();
  }
}

unless(why).describe('what Monty lacks', () => {
  it.each<[string, (engine: EngineChoice) => Requirement, string]>([
    ['the run', (engine) => PythonExecutionReq({ engine }), SHAPES],
    ['counting output', (engine) => OutputSizeLimit({ engine }), SHAPES],
    [
      'loading code for an example',
      (engine) => ExamplesPass({ functionName: 'mean', examples: [{ arguments: [[]], result: 1 }], engine }),
      `${SHAPES}\n${PLAIN}`,
    ],
    ['tests', (engine) => TestsPass({ tests: `${SHAPES}\nassert mean([]) == 1`, engine }), PLAIN],
  ])('leaves %s unchecked on auto, and fails it where Monty was asked for', async (_name, make, code) => {
    const report = await checkOnMonty(code, make('auto'), 'auto');
    expect(report).toMatchObject({ ok: false, verdict: 'not_checked', results: [{ cause: 'engine' }] });
    expect(report.results[0]?.reason).toContain('could not be run by the only engine of this machine');
    expect((await checkOnMonty(code, make('monty'), 'monty')).verdict).toBe('fail');
  });

  it('leaves doctests unchecked: the real doctest module needs CPython', async () => {
    const code = 'def mean(values):\n    """\n    >>> mean([])\n    1\n    """\n    return 1';
    for (const engine of ['auto', 'monty'] as const) {
      const report = await checkOnMonty(code, DoctestsPass({ engine }), engine);
      expect(report.results[0]).toMatchObject({ verdict: 'not_checked', cause: 'engine' });
    }
  });

  it('leaves a property unchecked whose expression the engine lacks', async () => {
    const property = PropertyHolds({
      functionName: 'mean',
      property: 'it is one',
      generate: () => [[1]],
      holds: '[x async for x in result]',
      runs: 1,
    });
    const report = await checkOnMonty(PLAIN, property, 'auto');
    expect(report.results[0]).toMatchObject({ verdict: 'not_checked', cause: 'engine' });
  });

  it('is no failure that a model hears of: the repair loop ends', async () => {
    const monty = createMontyEngine();
    let asked = 0;
    const outcome = await repairLoop({
      generate: async () => {
        asked++;
        return reply(SHAPES);
      },
      task: 't',
      requirements: [PythonExecutionReq({ engine: 'auto' })],
      python: { engines: { auto: monty } },
    });
    await monty.close();
    expect(outcome).toMatchObject({
      status: 'infra_error',
      reason: expect.stringContaining('the only engine of this machine'),
    });
    expect(asked).toBe(1);
  });
});
