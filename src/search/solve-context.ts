import type { BudgetMeter } from '../training/internal.js';
import type { LibraryEntry } from './language/library-entry.js';
import type { SearchProblem } from './problem.js';
import type { Program } from './programs/program.js';
import type { Solution } from './solution.js';

/** A step of search that pauses now and then, for the caller to look at the clock, and ends with its result. */
export type Search<T> = Generator<void, T>;

/** What every engine shares. */
export interface SolveContext {
  readonly library: readonly LibraryEntry[];
  /** Primitives where the input holds grids. */
  readonly gridLibrary: readonly LibraryEntry[];
  readonly meter: BudgetMeter;
  /** Solves a part of the problem with all engines, within a number of evaluations. */
  readonly solvePart: (problem: SearchProblem, evaluations: number) => Search<Solution | null>;
  /** Whether candidates that do what a cheaper one does are dropped. */
  readonly equivalence: boolean;
  /** Examples that a program may get wrong and still be told of as one that nearly fits. */
  readonly tolerance: number;
  /** Told of each new best program for the problem. */
  readonly onFit: (solution: Solution) => void;
  /** Told of each expression that fits more training examples than any before, but not all. */
  readonly onPartial: (program: Program) => void;
  /** Told of expressions of one cost that all fit the training examples, before one of them is chosen. */
  readonly onRivals: (programs: readonly Program[]) => void;
}
