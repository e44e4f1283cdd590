import { afterAll, expect, it } from 'vitest';
import { createMontyEngine, findMontyDifferences } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { ExamplesPass } from '../behaviour/examples-pass.js';
import { TestsPass } from '../behaviour/tests-pass.js';
import { Not } from '../combinators/not.js';
import { checkPython } from '../pipeline/check-reply.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import type { RequirementResult } from '../verdict.js';

const why = await whyUnavailable('monty');

unless(why).describe('where only Monty runs', () => {
  const engine = createMontyEngine();
  afterAll(() => engine.close());

  async function judge(code: string, requirement: Requirement): Promise<RequirementResult | undefined> {
    const report = await checkPython(code, [requirement], { engines: { auto: engine, monty: engine } });
    return report.results[0];
  }

  const rounding = 'def price(value):\n    return round(value, 2)';
  const examples = [{ arguments: [2.675], result: 2.67 }];
  const unequal = 'first, *rest = {10, 3, 1}\nassert first == 1';

  it.each<[string, Requirement, string]>([
    ['a run', PythonExecutionReq({ engine: 'auto' }), unequal],
    ['an example', ExamplesPass({ functionName: 'price', examples, engine: 'auto' }), rounding],
    ['a test', TestsPass({ tests: 'assert price(2.675) == 2.67', engine: 'auto' }), rounding],
  ])('does not fail %s of code that uses what Monty does otherwise', async (_name, requirement, code) => {
    const result = await judge(code, requirement);
    expect(result).toMatchObject({ verdict: 'not_checked', cause: 'engine', score: null });
    expect(result?.reason).toContain('only Monty runs here');
  });

  it('says how many differences there may be beside the first', async () => {
    const code = `${unequal}\nassert round(2.675, 2) == 2`;
    const result = await judge(code, PythonExecutionReq({ engine: 'auto' }));
    const others = findMontyDifferences(code).length - 1;
    expect(others).toBeGreaterThan(0);
    expect(result?.reason).toContain(`, and ${others} more). In Monty: `);
  });

  it('does not make a pass of that failure', async () => {
    const opposite = Not(ExamplesPass({ functionName: 'price', examples, engine: 'auto' }));
    expect(await judge(rounding, opposite)).toMatchObject({ verdict: 'not_checked', cause: 'engine' });
  });

  it('fails code that uses nothing of the kind, and what Monty was asked for by name', async () => {
    expect(await judge('xs = [1]\nxs[3]', PythonExecutionReq({ engine: 'auto' }))).toMatchObject({
      verdict: 'fail',
      cause: null,
    });
    expect(await judge(unequal, PythonExecutionReq({ engine: 'monty' }))).toMatchObject({ verdict: 'fail' });
    const wrong = ExamplesPass({
      functionName: 'double',
      examples: [{ arguments: [2], result: 4 }],
      engine: 'auto',
    });
    expect(await judge('def double(n):\n    return n + 1', wrong)).toMatchObject({ verdict: 'fail' });
  });

  it('passes what passes', async () => {
    const nearby = ExamplesPass({
      functionName: 'price',
      examples: [{ arguments: [1.5], result: 1.5 }],
      engine: 'auto',
    });
    expect(await judge(rounding, nearby)).toMatchObject({ verdict: 'pass' });
  });
});
