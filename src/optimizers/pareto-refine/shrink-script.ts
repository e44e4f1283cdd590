import type { OptimizerContext, Trainable, TrainingExample, VariableValues } from '../../training/index.js';
import { behaviourOf } from '../candidates/candidate.js';
import type { Member } from './archive.js';
import { shorterScripts } from './shrink.js';

/** What is made shorter, and what that may take. */
export interface ShrinkOptions {
  readonly context: OptimizerContext;
  readonly examples: readonly TrainingExample[];
  readonly member: Member;
  /** The variable of kind `script`. */
  readonly variable: Trainable;
  /** Examples run at a time. */
  readonly chunk: number;
  /** Runs that may be spent. */
  readonly runs: number;
}

/** The candidate's values with a shorter script, null where none was found; and the runs that are left. */
export interface ShrunkScript {
  readonly values: VariableValues | null;
  readonly left: number;
}

/** Takes statements away from a script, one after another, as long as the candidate does the same on every example. */
export async function shrinkScript(options: ShrinkOptions): Promise<ShrunkScript> {
  const { member, variable } = options;
  let left = options.runs;
  let values: VariableValues = member.candidate.values;
  for (let again = true; again && left > 0; ) {
    again = false;
    for (const script of shorterScripts(String(values[variable.key]?.python_script))) {
      if (left <= 0) break;
      const shorter = { ...values, [variable.key]: { python_script: script } };
      if ((await variable.validate(shorter[variable.key] ?? null)) !== null) continue;
      const { same, spent } = await doesTheSame(shorter, options);
      left -= spent;
      if (!same) continue;
      values = shorter;
      again = true;
      break;
    }
  }
  return { values: values === member.candidate.values ? null : values, left };
}

async function doesTheSame(
  values: VariableValues,
  { context, examples, member, chunk }: ShrinkOptions,
): Promise<{ same: boolean; spent: number }> {
  // One example alone at first: most versions fail on any.
  let size = 1;
  for (let from = 0; from < examples.length; from += size) {
    if (from > 0) size = chunk;
    const asked = examples.slice(from, from + size);
    const before = member.outcomes.slice(from, from + size);
    const found = await context.evaluate(values, asked);
    const behaviour = behaviourOf(before);
    const same = behaviourOf(found).every(
      (does, index) => does === behaviour[index] && found[index]?.reward === before[index]?.reward,
    );
    if (!same) return { same: false, spent: from + asked.length };
  }
  return { same: true, spent: examples.length };
}
