import { defineOptions, option } from '../../core/index.js';
import type { Episode, RequirementFinding } from '../../records/index.js';
import type { Checker } from '../../requirements/index.js';
import { Mismatches } from './mismatch.js';
import type { Verifier } from './verifier.js';

/** What the requirements of a checker say of each code step of an episode, in their order. */
export async function checkRequirements(
  { steps }: Pick<Episode, 'steps'>,
  checker: Pick<Checker, 'checkCode'>,
): Promise<readonly RequirementFinding[]> {
  const findings: RequirementFinding[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.type !== 'code_execution') continue;
    const { results } = await checker.checkCode(step.code);
    findings.push(
      ...results.map(({ requirement, verdict, reason }) => ({ step: index, requirement, verdict, reason })),
    );
  }
  return findings;
}

interface RequirementsVerifierOptions {
  readonly checker: Pick<Checker, 'checkCode'>;
  /** Default true. */
  readonly required?: boolean;
}

const checkOptions = defineOptions<RequirementsVerifierOptions>()('requirementsVerifier', {
  checker: option.required(option.object),
  required: option.boolean,
});

/**
 * Whether the findings that a record carries about its code are found again, none more and none less, by the requirements that
 * they are from. Words are not compared. A record that carries none passes.
 */
export function requirementsVerifier(options: RequirementsVerifierOptions): Verifier {
  const { checker, required = true } = checkOptions(options);
  return {
    name: 'requirements',
    required,
    async check(trajectory) {
      const { requirements } = trajectory;
      if (requirements === null) return { verdict: 'pass', detail: 'the record carries no finding' };
      const found = await checkRequirements(trajectory, checker);
      const mismatches = new Mismatches();
      for (let index = 0; index < Math.max(requirements.length, found.length); index++) {
        const [said, now] = [requirements[index], found[index]];
        mismatches.compare(said?.step ?? now?.step ?? -1, 'requirements', claimOf(said), claimOf(now));
      }
      return mismatches.found.length === 0
        ? { verdict: 'pass', detail: 'every finding about the code was confirmed' }
        : { verdict: 'fail', detail: 'the findings about the code differ', mismatches: mismatches.found };
    },
  };
}

function claimOf(finding: RequirementFinding | undefined): Omit<RequirementFinding, 'reason'> | null {
  if (finding === undefined) return null;
  const { step, requirement, verdict } = finding;
  return { step, requirement, verdict };
}
