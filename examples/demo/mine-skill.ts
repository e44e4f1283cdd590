import type { Json } from 'mettle/core';
import type { Trajectory } from 'mettle/records';

/** What a script should have done, as a failed run shows it. */
export interface SkillExample {
  readonly input: string;
  readonly output: Json;
}

/** A skill that fails, and what its failures teach. */
export interface FailingSkill {
  readonly skill: string;
  /** Failed runs on tasks that training may see. */
  readonly failures: number;
  /** One for each failed task: what the agents put into the script, and what should have come out. */
  readonly examples: readonly SkillExample[];
}

/**
 * What a skill's failures teach, or null where none of its runs failed. Unseen tasks are never looked at. An example's
 * input is what the agents fed to their script (the one that most of them did), its output what the failed task
 * expected.
 */
export function mineFailingSkill(skill: string, trajectories: readonly Trajectory[]): FailingSkill | null {
  const failures = trajectories.filter(
    ({ task, outcome }) =>
      task.metadata.skill === skill && task.metadata.split === 'train' && outcome?.verdict === 'fail',
  );
  return failures.length === 0 ? null : { skill, failures: failures.length, examples: examplesOf(failures) };
}

function examplesOf(failures: readonly Trajectory[]): readonly SkillExample[] {
  const inputs = new Map<string, string[]>();
  const outputs = new Map<string, Json>();
  for (const trajectory of failures) {
    const input = scriptInput(trajectory);
    const { answer } = trajectory.task.expected;
    if (input === null || answer === null) continue;
    inputs.set(trajectory.task.id, [...(inputs.get(trajectory.task.id) ?? []), input]);
    outputs.set(trajectory.task.id, answer.value);
  }
  return [...inputs].map(([id, seen]) => ({ input: mostFrequent(seen), output: outputs.get(id) ?? null }));
}

/** The text that a run looked up last before it ran its script; null when it ran none. */
export function scriptInput({ steps }: Trajectory): string | null {
  const codeIndex = steps.findIndex(({ type }) => type === 'code_execution');
  const lookup = steps.slice(0, Math.max(0, codeIndex)).findLast(({ type }) => type === 'observation');
  if (lookup?.type !== 'observation' || lookup.status === 'error') return null;
  const { rows } = lookup.data as { readonly rows?: readonly (readonly Json[])[] };
  const value = rows?.[0]?.[0];
  return typeof value === 'string' ? value : null;
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
