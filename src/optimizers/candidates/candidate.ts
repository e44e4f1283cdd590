import { contentHash, type JsonObject } from '../../core/index.js';
import type {
  OptimizerContext,
  Trainable,
  TrainingExample,
  TrainingOutcome,
  VariableValues,
} from '../../training/index.js';

/** Values of all variables that were proposed, with where they come from. */
export interface Candidate {
  /** Content hash of the values: equal values are one candidate. */
  readonly id: string;
  /** Of every variable that is trained. */
  readonly values: VariableValues;
  /** Ids of the candidates it was made from. */
  readonly parents: readonly string[];
  /** What made it: `start`, `seed`, or the name of an operator. */
  readonly operator: string;
  /** The proposer's own words for it, in one line; empty where there are none. */
  readonly idea: string;
  /** Characters of all values: of two that do the same, the shorter is kept. */
  readonly size: number;
}

/** Gives values their identity. */
export function makeCandidate(made: Omit<Candidate, 'id' | 'size'>): Candidate {
  const size = Object.values(made.values).reduce((sum, value) => sum + textOf(value).length, 0);
  return { ...made, id: contentHash(made.values), size };
}

/** A value as the text a proposer reads: the source of a script, else JSON. */
export function textOf(value: JsonObject): string {
  const { python_script: script } = value;
  return typeof script === 'string' ? script : JSON.stringify(value, null, 2);
}

/**
 * The variables that proposals in words can change: all but few-shot examples, of which it is noted that they are left as
 * they are.
 */
export function trainedVariables(context: OptimizerContext): readonly Trainable[] {
  return context.program.variables.filter(({ key, kind }) => {
    if (kind !== 'examples') return true;
    context.note(key, 'left alone: few-shot examples are chosen from the data, not proposed by a model');
    return false;
  });
}

/** The first candidates: the current values, then one for each seed of each variable. */
export function firstCandidates(context: OptimizerContext, variables: readonly Trainable[]): Candidate[] {
  const start = Object.fromEntries(
    variables.map((variable) => [variable.key, context.start[variable.key] ?? variable.value]),
  );
  const made = [makeCandidate({ values: start, parents: [], operator: 'start', idea: '' })];
  for (const variable of variables) {
    for (const seed of variable.seeds) {
      const values = { ...start, [variable.key]: seed };
      made.push(makeCandidate({ values, parents: [], operator: 'seed', idea: '' }));
    }
  }
  return [...new Map(made.map((candidate) => [candidate.id, candidate])).values()];
}

/** The mean reward of outcomes; 0 for none. */
export function meanReward(outcomes: readonly TrainingOutcome[]): number {
  return outcomes.length === 0 ? 0 : outcomes.reduce((sum, { reward }) => sum + reward, 0) / outcomes.length;
}

/**
 * What a candidate does: for each outcome what came out, or why nothing did. Equal entries are equal behaviour. A script that
 * stands in its own output is no part of what it does.
 */
export function behaviourOf(outcomes: readonly TrainingOutcome[]): readonly string[] {
  return outcomes.map(({ outputs, outputHash, error, calls }) => {
    const failures = calls.flatMap((call) => (call.error === null ? [] : [call.error]));
    const given = outputs.map((output) => {
      const { python_script: _, ...rest } = output ?? {};
      return output === null ? null : rest;
    });
    return contentHash([outputHash === null ? null : given, error, failures]);
  });
}

/** At most `count` of the examples, drawn once so that every candidate is scored on the same. */
export function scoringSet(context: OptimizerContext, count: number): readonly TrainingExample[] {
  if (context.examples.length <= count) return context.examples;
  const chosen = new Set(context.random.child('scoring set').sample(context.examples, count));
  return context.examples.filter((example) => chosen.has(example));
}

/** Better first: by score, then the shorter, then the one that came first. */
export function byScore<T extends { readonly candidate: Candidate; readonly score: number }>(
  left: T,
  right: T,
): number {
  return right.score - left.score || left.candidate.size - right.candidate.size;
}
