import { checkToolArguments } from '../../environments/internal.js';
import type { Trajectory } from '../../records/index.js';
import { type CallStep, isCallStep } from '../../records/index.js';
import { callInput } from '../../records/internal.js';
import { recordedCalls } from './recorded-calls.js';
import type { Verifier } from './verifier.js';

/**
 * Whether every call names a tool that was offered and its arguments fit the tool's whole JSON Schema. A call that the world
 * refused for that, and is recorded as refused, is honest and passes.
 */
export const toolArgsVerifier: Verifier = {
  name: 'tool_args',
  required: true,
  check(trajectory) {
    const problems = trajectory.steps.flatMap((step, index) => {
      if (!isCallStep(step)) return [];
      const problem = problemOf(trajectory, step);
      return problem === null ? [] : [{ index, callId: step.callId, ...problem }];
    });
    const refusals = new Map(
      recordedCalls(trajectory).map(({ step, observation }) => [step.callId, observation.error?.type]),
    );
    const unrefused = problems.filter(({ callId, kind }) => refusals.get(callId) !== kind);
    const [first] = unrefused;
    if (first !== undefined) {
      return { verdict: 'fail', detail: `step ${first.index}: ${first.what}` };
    }
    const refused = problems.length === 0 ? '' : `; ${problems.length} refused by the world, as recorded`;
    return { verdict: 'pass', detail: `every call fits its tool${refused}` };
  },
};

interface Problem {
  readonly kind: 'unknown_tool' | 'invalid_arguments' | 'no_json';
  readonly what: string;
}

function problemOf(trajectory: Trajectory, step: CallStep): Problem | null {
  const name = step.tool;
  const input = callInput(step);
  const tool = trajectory.tools.find((offered) => offered.name === name);
  if (tool === undefined) return { kind: 'unknown_tool', what: `${name} was not offered` };
  if (typeof input === 'string')
    return { kind: 'no_json', what: `${name}: its arguments are no JSON object` };
  const [problem] = checkToolArguments(tool, input);
  return problem === undefined ? null : { kind: 'invalid_arguments', what: `${name}: ${problem}` };
}
