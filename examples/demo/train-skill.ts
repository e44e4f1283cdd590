import type { ProgressListener } from 'mettle/core';
import type { Sandbox } from 'mettle/sandbox';
import type { ScriptOptimizer, TrainingResult } from 'mettle/training';
import type { FailingSkill } from './mine-skill.js';

/** Candidates that a training may evaluate. A count and not seconds, so that the same seed trains the same script. */
export const MOST_EVALUATIONS = 100_000;

/** A skill and what training its script came to. */
export interface SkillTraining extends FailingSkill {
  /** The script to beat. */
  readonly seedScript: string;
  readonly result: TrainingResult;
}

/** What every training of a run shares. */
export interface TrainingMeans {
  readonly optimizer: ScriptOptimizer;
  readonly sandbox: Sandbox;
  readonly seed: number;
  readonly onProgress?: ProgressListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Trains a script for a failing skill on what its failures teach; a part of that is held out for the choice.
 *
 * @param stage what progress calls it.
 */
export async function trainSkill(
  failing: FailingSkill,
  seedScript: string,
  stage: string,
  { optimizer, sandbox, seed, onProgress, signal }: TrainingMeans,
): Promise<SkillTraining> {
  const result = await optimizer.optimize(
    {
      description: `Writes the ${failing.skill.replaceAll('_', ' ')} of a text.`,
      examples: failing.examples,
      seedScript,
    },
    {
      budget: { maxEvaluations: MOST_EVALUATIONS },
      seed,
      sandbox,
      onProgress: onProgress && ((update) => onProgress({ ...update, stage })),
      signal,
    },
  );
  return { ...failing, seedScript, result };
}
