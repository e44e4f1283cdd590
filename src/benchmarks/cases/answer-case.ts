import type { Grid } from '../../datasets/index.js';
import type { StdioCase } from '../../requirements/index.js';

interface CodeCheck {
  /** Wall-clock seconds that loading the code, each test and each run may take. Default 30. */
  readonly timeoutSeconds?: number;
}

/** Python code that has to pass tests. */
export interface TestsCheck extends CodeCheck {
  readonly kind: 'tests';
  /** As `TestsPass` takes them. Nobody who is tested sees them. */
  readonly tests: string;
  /** Code that comes before the answer, such as the start of the function. */
  readonly before?: string;
  /** A function that the answer defines; an answer that doesn't goes on where `before` ends. Default: `before` is only put before it. */
  readonly entryPoint?: string;
}

/** A Python program that has to print what is expected. */
export interface ProgramCheck extends CodeCheck {
  readonly kind: 'program';
  /** Nobody who is tested sees them. */
  readonly runs: readonly StdioCase[];
  /** As `StdioPass` compares. Default `tokens`. */
  readonly compare?: 'exact' | 'tokens' | 'floats';
}

/** Grids that have to be found, or a Python function `transform` from grid to grid that finds them. */
export interface GridsCheck extends CodeCheck {
  readonly kind: 'grids';
  readonly inputs: readonly Grid[];
  /** The one for each input. */
  readonly outputs: readonly Grid[];
  /** Answers that are allowed for each input. Default 2. */
  readonly attempts?: number;
}

/** How an answer is scored. */
export type AnswerCheck = TestsCheck | ProgramCheck | GridsCheck;

/** What is wrong with the form of a check; null where nothing is. */
export function answerCheckProblem(check: AnswerCheck): string | null {
  switch (check?.kind) {
    case 'tests':
      return check.tests.trim() === '' ? 'has no tests' : null;
    case 'program':
      return check.runs.length === 0 ? 'has no runs' : null;
    case 'grids':
      return check.inputs.length === 0 || check.inputs.length !== check.outputs.length
        ? 'needs an output for each of one or more inputs'
        : null;
    default:
      return 'has a check of no known kind';
  }
}
