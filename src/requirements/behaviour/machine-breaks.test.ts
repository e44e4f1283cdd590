import { expect, it } from 'vitest';
import { createMontyEngine } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { OutputSizeLimit } from '../python/output-size-limit.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import { Deterministic } from './deterministic.js';
import { ExamplesPass } from './examples-pass.js';
import { FunctionResultType } from './function-result-type.js';
import { TestsPass } from './tests-pass.js';

const why = await whyUnavailable('monty');
const engine = 'monty';
const call = 'def mean(values):\n    return break_down()';
const catching = 'try:\n    mean([])\nexcept BaseException:\n    pass\nassert True';

unless(why).describe('a machine that breaks during a run', () => {
  it.each<[string, Requirement, string]>([
    ['the run', PythonExecutionReq({ engine }), `${call}\nmean([])`],
    ['counting output', OutputSizeLimit({ engine }), `${call}\nmean([])`],
    ['the second of two runs', Deterministic({ engine }), `${call}\nmean([])`],
    [
      'an example',
      ExamplesPass({ functionName: 'mean', examples: [{ arguments: [[]], result: 1 }], engine }),
      call,
    ],
    ['a call', FunctionResultType({ functionName: 'mean', arguments: [[]], type: 'int', engine }), call],
    ['tests beside the code', TestsPass({ tests: catching, engine }), call],
    ['tests in a second process', TestsPass({ tests: catching, functions: ['mean'], engine }), call],
  ])(
    'is an error of %s, whatever the code catches, and neither pass nor fail',
    async (_name, requirement, code) => {
      const engine = createMontyEngine();
      const report = await checkPython(code, [requirement], {
        engines: { monty: engine },
        functions: {
          break_down: async () => {
            await engine.close();
            return 1;
          },
        },
        maxSandboxes: 2,
      });
      expect(report).toMatchObject({ ok: false, verdict: 'error', results: [{ score: null }] });
      expect(report.results[0]?.reason).toMatch(/could not be (?:run|checked)/);
    },
  );
});
