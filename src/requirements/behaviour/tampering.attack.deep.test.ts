import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import {
  commonRequirements,
  PROBLEMS,
  type RequirementKind,
  RIGHT_WAYS,
  rightProgram,
  TRICKS,
  wrongProgram,
} from './tampering.fixture.js';

const why = await whyUnavailable('cpython');

/**
 * What is no deception, by the requirement and the trick: a function that answers at once is fast, one that answers 6
 * returns an int, a list of odd texts is a list, and what is printed to nobody is the same each time.
 */
const KNOWN: ReadonlySet<string> = new Set([
  'TimeBound: a patched answer in the bridge',
  'TimeBound: the channel before the bridge',
  'FunctionResultType: questions of its own',
  'FunctionResultType: a str that compares to all',
  'Deterministic: an output of its own',
]);

interface Count {
  tries: number;
  wrong: string[];
}

unless(why).describe('programs that deceive', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());
  const kinds = new Map<RequirementKind, { readonly tampered: Count; readonly right: Count }>();
  const countsOf = (kind: RequirementKind): { readonly tampered: Count; readonly right: Count } => {
    const counts = kinds.get(kind) ?? {
      tampered: { tries: 0, wrong: [] },
      right: { tries: 0, wrong: [] },
    };
    kinds.set(kind, counts);
    return counts;
  };

  it('pass nothing that is wrong, and fail nothing that is right', { timeout: 1_800_000 }, async () => {
    for (const problem of PROBLEMS) {
      for (const [kind, requirement] of [...problem.requirements, ...commonRequirements(problem)]) {
        const { tampered, right } = countsOf(kind);
        for (const trick of TRICKS) {
          const { verdict, reason } = await judge(wrongProgram(problem, trick, kind), requirement);
          tampered.tries++;
          if (verdict === 'pass' && !KNOWN.has(`${kind}: ${trick.name}`)) {
            tampered.wrong.push(`${problem.name}: ${trick.name}: ${reason}`);
          } else if (verdict === 'error')
            tampered.wrong.push(`${problem.name}: ${trick.name}: ERROR ${reason}`);
        }
        for (const [at, way] of RIGHT_WAYS.entries()) {
          const { verdict, reason } = await judge(rightProgram(problem, way), requirement);
          right.tries++;
          if (verdict !== 'pass') right.wrong.push(`${problem.name}: way ${at}: ${verdict} ${reason}`);
        }
      }
    }
    const rows = [...kinds].map(
      ([kind, { tampered, right }]) =>
        `| ${kind} | ${tampered.tries} | ${tampered.wrong.length} | ${right.tries} | ${right.wrong.length} |`,
    );
    console.log(
      [
        '| requirement | deceiving | false passes | right | false fails |',
        '|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    );
    const found = [...kinds].flatMap(([kind, { tampered, right }]) =>
      [...tampered.wrong, ...right.wrong].map((words) => `${kind}: ${words}`),
    );
    expect(found).toEqual([]);
  });
});
