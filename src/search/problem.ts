import type { Json } from '../core/index.js';
import type { InputOutput } from '../training/index.js';
import type { Operator } from './language/operator.js';

/** A task, or a part of one, as the engines see it. */
export interface SearchProblem {
  /** Python name of the input: `value` at the top, `item` inside a list. */
  readonly variable: string;
  /** What a program must do. */
  readonly train: readonly InputOutput[];
  /** What a program is chosen by; never proposed from. */
  readonly holdout: readonly InputOutput[];
  /** Inputs without outputs. */
  readonly unlabelled: readonly Json[];
  /** How many levels of conditionals and lists are around this problem. */
  readonly depth: number;
  /** What programs are made of, when a problem around this one with the same inputs has worked it out already. */
  readonly vocabulary?: Vocabulary;
}

/** What programs are made of. */
export interface Vocabulary {
  readonly leaves: readonly Operator[];
  readonly operators: readonly Operator[];
}

/** The same problem with another output: one field, one position. */
export function projectOutputs(problem: SearchProblem, project: (output: Json) => Json): SearchProblem {
  const pair = (example: InputOutput): InputOutput => ({
    input: example.input,
    output: project(example.output),
  });
  return { ...problem, train: problem.train.map(pair), holdout: problem.holdout.map(pair) };
}
