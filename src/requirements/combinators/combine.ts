import type { Finding } from '../../python/index.js';
import type { Artefact } from '../artefact.js';
import { judgeRequirement } from '../pipeline/judge-requirement.js';
import type { Requirement, ValidationContext } from '../requirement.js';
import { TIERS, type Tier } from '../tier.js';
import type { Judgement } from '../verdict.js';

/** What a combinator takes beside its parts. */
export interface CombinatorOptions {
  /** Identity in the set. Default: made of the parts' keys. */
  readonly key?: string;
  /** What a model is told. Default: made of the parts' descriptions. */
  readonly description?: string;
  readonly weight?: number;
}

/** One part of a combination with its judgement. */
export interface JudgedPart {
  readonly requirement: Requirement;
  readonly judgement: Judgement;
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

/** The most capable tier among the parts. */
export function tierOf(parts: readonly Requirement[]): Tier {
  return parts.reduce<Tier>(
    (highest, { tier }) => (TIERS.indexOf(tier) > TIERS.indexOf(highest) ? tier : highest),
    'static',
  );
}

/** What any of the parts follows, each once, the parts themselves left out. */
export function followsOf(parts: readonly Requirement[]): readonly string[] {
  const own = new Set(parts.map(({ key }) => key));
  const keys = parts.flatMap(({ dependencies, follows }) => [...dependencies, ...follows]);
  return [...new Set(keys)].filter((key) => !own.has(key));
}

/** All findings of the parts, in order. */
export function findingsOf(judged: readonly JudgedPart[]): readonly Finding[] {
  return judged.flatMap(({ judgement }) => judgement.findings ?? []);
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
