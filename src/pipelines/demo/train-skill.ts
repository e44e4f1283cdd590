import type { ProgressListener } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { Optimizer, TrainingResult } from '../../training/index.js';
import type { FailingSkill } from './mine-skill.js';

/** Candidates that training may evaluate. A count and not seconds, so that the same seed trains the same script. */
const MOST_EVALUATIONS = 600_000;

/** A skill and what training its script came to. */
export interface SkillTraining extends FailingSkill {
  /** The script that failed. */
  readonly seedScript: string;
  readonly result: TrainingResult;
}

/** What {@link trainSkill} needs. */
export interface TrainSkillOptions {
  readonly failing: FailingSkill;
  readonly seedScript: string;
  readonly optimizer: Optimizer;
  readonly sandbox: Sandbox;
  readonly seed: number;
  readonly onProgress?: ProgressListener;
  readonly signal?: AbortSignal;
}

/** Trains a script for a failing skill on what its failures teach; a part of that is held out for the choice. */
export async function trainSkill(options: TrainSkillOptions): Promise<SkillTraining> {
  const { failing, seedScript, optimizer, sandbox, seed, onProgress, signal } = options;
  const result = await optimizer.optimize(
    {
      description: `Writes the ${failing.skill.replaceAll('_', ' ')} of a text.`,
      examples: failing.examples,
      seedScript,
    },
    { budget: { maxEvaluations: MOST_EVALUATIONS }, seed, sandbox, onProgress, signal },
  );
  return { ...failing, seedScript, result };
}
