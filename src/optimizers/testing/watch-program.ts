import { canonicalJson } from '../../core/index.js';
import type { TrainableProgram } from '../../training/index.js';

/** A program that is looked at while it is trained. */
export interface WatchedProgram {
  readonly program: TrainableProgram;
  /** Runs of the program so far. */
  runs(): number;
  /** Notes a problem if a value changed since the beginning. */
  checkUnchanged(): void;
  problems(): readonly string[];
}

/** Counts a program's runs, and lets some of them take longer, so that they end in another order than they began. */
export function watchProgram(inner: TrainableProgram): WatchedProgram {
  const begin = canonicalJson(inner.variables.map(({ value }) => value));
  const problems: string[] = [];
  let runs = 0;
  const program: TrainableProgram = {
    name: inner.name,
    description: inner.description,
    inputNames: inner.inputNames,
    outputNames: inner.outputNames,
    get variables() {
      return inner.variables;
    },
    async run(inputs, options) {
      const turns = (runs++ * 5) % 7;
      const run = await inner.run(inputs, options);
      for (let turn = 0; turn < turns; turn++)
        await new Promise<void>((resolve) => void setImmediate(resolve));
      return run;
    },
    assign: (values) => inner.assign(values),
  };
  return {
    program,
    runs: () => runs,
    problems: () => problems,
    checkUnchanged() {
      if (canonicalJson(inner.variables.map(({ value }) => value)) === begin) return;
      problems.push('a value of the program changed while candidates were judged');
    },
  };
}
