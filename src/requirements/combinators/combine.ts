import { defineOptions, type OptionKinds, type OptionsCheck, option } from '../../core/index.js';
import type { Finding } from '../../python/index.js';
import type { Artefact } from '../artefact.js';
import { prerequisitesOf } from '../pipeline/evaluation-order.js';
import { judgeRequirement } from '../pipeline/judge-requirement.js';
import {
  createRequirement,
  type Requirement,
  type RequirementDefinition,
  type ValidationContext,
} from '../requirement.js';
import { REQUIREMENT_ENGINES, type RequirementEngine } from '../requirement-engine.js';
import { checkRequirementList } from '../requirement-list.js';
import { type Judgement, notChecked, type Severity } from '../verdict.js';

/** What a combinator takes beside its parts. */
export interface CombinatorOptions {
  /** Identity in the set. Default: made of the parts' keys. */
  readonly key?: string;
  /** What a model is told. Default: made of the parts' descriptions. */
  readonly description?: string;
  /** Default `must`, whatever the parts' severities are. */
  readonly severity?: Severity;
  readonly weight?: number;
}

/** The kinds of {@link CombinatorOptions}. */
export const COMBINATOR_OPTIONS: OptionKinds<CombinatorOptions> = {
  key: option.string,
  description: option.string,
  severity: option.oneOf(['must', 'should']),
  weight: option.number,
};

/** Checks {@link CombinatorOptions}. */
export const checkCombinatorOptions: OptionsCheck = defineOptions<CombinatorOptions>()(
  'A combinator',
  COMBINATOR_OPTIONS,
);

/** Severity and weight that were given, to be spread into a definition. */
export function standingOf({ severity, weight }: CombinatorOptions): CombinatorOptions {
  return { ...(severity === undefined ? {} : { severity }), ...(weight === undefined ? {} : { weight }) };
}

/** One part of a combination with its judgement. */
export interface JudgedPart {
  readonly requirement: Requirement;
  readonly judgement: Judgement;
}

/** A requirement whose judgement follows from those of its parts. `describe` and `separator` put the parts' words together. */
export function combined(
  name: string,
  parts: readonly Requirement[],
  options: CombinatorOptions,
  how: {
    readonly describe: (descriptions: readonly string[]) => string;
    readonly separator: string;
    readonly judge: (judged: readonly JudgedPart[]) => Judgement;
  },
): Requirement {
  checkCombinatorOptions(options, name);
  checkRequirementList(name, parts, 'parts');
  return createRequirement({
    name,
    key: options.key ?? `${name}(${parts.map(({ key }) => key).join(',')})`,
    description: options.description ?? how.describe(parts.map(({ description }) => description)),
    how: parts.map((part) => part.how).join(how.separator),
    engine: engineOf(parts),
    ...followsOf(parts),
    ...standingOf(options),
    validate: async (artefact, context) => how.judge(await judgeParts(parts, artefact, context)),
  });
}

/** Judges all parts at the same time; the result is in their order. */
export async function judgeParts(
  parts: readonly Requirement[],
  artefact: Artefact,
  context: ValidationContext,
): Promise<readonly JudgedPart[]> {
  return Promise.all(
    parts.map(async (requirement) => ({
      requirement,
      judgement: await judgeRequirement(requirement, artefact, context),
    })),
  );
}

/** The most capable engine among the parts. */
export function engineOf(parts: readonly Requirement[]): RequirementEngine {
  return parts.reduce<RequirementEngine>(
    (highest, { engine }) =>
      REQUIREMENT_ENGINES.indexOf(engine) > REQUIREMENT_ENGINES.indexOf(highest) ? engine : highest,
    'none',
  );
}

/**
 * What any of the parts follows, each once, the parts themselves left out, limited by what limits any of them; and the
 * names that they need.
 */
export function followsOf(
  parts: readonly Requirement[],
): Required<Pick<RequirementDefinition, 'follows' | 'notLimitedBy' | 'names'>> {
  const own = new Set(parts.map(({ key }) => key));
  const follows = [...new Set(parts.flatMap(prerequisitesOf))].filter((key) => !own.has(key));
  const isLimit = (key: string, part: Requirement): boolean =>
    prerequisitesOf(part).includes(key) && !part.notLimitedBy.includes(key);
  return {
    follows,
    notLimitedBy: follows.filter((key) => !parts.some((part) => isLimit(key, part))),
    names: parts.flatMap(({ names }) => names),
  };
}

/** All findings of the parts, in order. */
export function findingsOf(judged: readonly JudgedPart[]): readonly Finding[] {
  return judged.flatMap(({ judgement }) => judgement.findings ?? []);
}

/** Not checked as a whole, because parts were not: by choice only where each of them was left out by choice. */
export function notCheckedFor(judged: readonly JudgedPart[]): Judgement {
  const open = judged.filter(({ judgement }) => judgement.verdict === 'not_checked');
  const cause = open.find(({ judgement }) => (judgement.cause ?? 'by_choice') !== 'by_choice')?.judgement
    .cause;
  return notChecked(reasonsOf(open, 'not_checked'), cause, { findings: findingsOf(open) });
}

/** A judgement's score, where none was given 1 for a pass and else 0. */
export function scoreOf({ verdict, score }: Judgement): number {
  return score ?? (verdict === 'pass' ? 1 : 0);
}

/** The reasons of the parts with this verdict, in one line. */
export function reasonsOf(judged: readonly JudgedPart[], verdict: Judgement['verdict']): string {
  return judged
    .filter(({ judgement }) => judgement.verdict === verdict)
    .map(({ requirement, judgement }) => `${requirement.key}: ${judgement.reason}`)
    .join(' ');
}
