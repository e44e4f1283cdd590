import type { Serializable } from '../data/index.js';
import type { Model } from '../models/index.js';
import { optimizers as known } from '../saved-classes.js';
import type { Optimizer } from '../training/index.js';
import * as optimizers from './index.js';

type Name = keyof typeof optimizers;

/** What makes the options of an optimizer. Its source is read in another process, so it uses nothing but its argument. */
type MakeOptions = (model: Model) => object;

/** Options that keep the tests of all optimizers short, where the defaults don't. */
const OPTIONS: Readonly<Partial<Record<Name, MakeOptions>>> = {
  Evolutionary: (model) => ({ model, proposals: 3, scoreExamples: 6, mergingRate: 0.5 }),
  Greedy: () => ({ scoreExamples: 6 }),
  Omega: (model) => ({ model, proposals: 3, scoreExamples: 6, mergingRate: 0.5 }),
  ParetoRefine: (model) => ({ model, maxExamples: 8 }),
  RandomFewShot: () => ({ proposals: 2, scoreExamples: 6 }),
  ScriptSearch: () => ({ maxEvaluations: 2000 }),
};

/** The options with which the tests of all optimizers make this one. */
export function optionsOf(name: Name): MakeOptions {
  return OPTIONS[name] ?? (known[name] === 'needs a model' ? (model) => ({ model }) : () => ({}));
}

export const OPTIMIZER_NAMES: readonly Name[] = Object.keys(optimizers) as Name[];

/** How the tests of all optimizers make each one. */
export function everyOptimizer(model: () => Model): [name: string, make: () => Optimizer & Serializable][] {
  return Object.entries(optimizers).map(([name, Made]) => [
    name,
    () => new Made(optionsOf(name as Name)(model()) as never),
  ]);
}
