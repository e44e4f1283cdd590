/**
 * What a saved file may name of Mettle's own, and what `compile` takes by name. Nothing here is loaded before it is named,
 * so every module may read this table, also one that lies below the classes in it.
 */
import type { RegisteredObject } from './data/index.js';
import type { Optimizer } from './training/index.js';

type Loader<Loaded> = () => Promise<Loaded>;

type Optimizers = typeof import('./optimizers/index.js');

/** Each optimizer by the name of its class, and whether it can be made without a model, so that `compile` takes its name. */
export const optimizers: Readonly<Record<keyof Optimizers, 'needs a model' | 'by name'>> = {
  Evolutionary: 'needs a model',
  Greedy: 'by name',
  Omega: 'needs a model',
  ParetoRefine: 'needs a model',
  RandomFewShot: 'by name',
  ScriptSearch: 'by name',
};

/** The class of an optimizer. */
export async function loadOptimizer(name: keyof Optimizers): Promise<new (options: never) => Optimizer> {
  return (await import('./optimizers/index.js'))[name];
}

const programs = () => import('./programs/index.js');

/** Classes by the name that files have for them. */
export const savedClasses: Readonly<Record<string, Loader<RegisteredObject>>> = {
  ...Object.fromEntries(
    (Object.keys(optimizers) as (keyof Optimizers)[]).map((name) => [
      `mettle>${name}`,
      () => loadOptimizer(name) as unknown as Promise<RegisteredObject>,
    ]),
  ),
  'mettle>Action': async () => (await programs()).Action,
  'mettle>AgentModule': async () => (await import('./agents/index.js')).AgentModule,
  'mettle>And': async () => (await programs()).And,
  'mettle>Branch': async () => (await programs()).Branch,
  'mettle>ChainOfThought': async () => (await programs()).ChainOfThought,
  'mettle>Concat': async () => (await programs()).Concat,
  'mettle>DataModel': async () => (await import('./data/index.js')).DataModel,
  'mettle>Decision': async () => (await programs()).Decision,
  'mettle>Factorize': async () => (await programs()).Factorize,
  'mettle>Generator': async () => (await programs()).Generator,
  'mettle>Identity': async () => (await programs()).Identity,
  'mettle>InMask': async () => (await programs()).InMask,
  'mettle>JsonDataModel': async () => (await import('./data/index.js')).JsonDataModel,
  'mettle>LMAsJudge': async () => (await import('./programs/judges/lm-as-judge.js')).LMAsJudge,
  'mettle>Lambda': async () => (await programs()).Lambda,
  'mettle>Metric': async () => (await import('./training/metrics/saved-metric.js')).SavedMetric,
  'mettle>MultiDecision': async () => (await programs()).MultiDecision,
  'mettle>Not': async () => (await programs()).Not,
  'mettle>Or': async () => (await programs()).Or,
  'mettle>OutMask': async () => (await programs()).OutMask,
  'mettle>Prefix': async () => (await programs()).Prefix,
  'mettle>Program': async () => (await programs()).Program,
  'mettle>ProgramAsJudge': async () => (await import('./programs/judges/program-as-judge.js')).ProgramAsJudge,
  'mettle>PythonSynthesis': async () => (await import('./synthesis/index.js')).PythonSynthesis,
  'mettle>Reward': async () => (await import('./training/rewards/saved-reward.js')).SavedReward,
  'mettle>SelfCritique': async () => (await programs()).SelfCritique,
  'mettle>Sequential': async () => (await import('./programs/sequential.js')).Sequential,
  'mettle>SequentialPlanSynthesis': async () => (await programs()).SequentialPlanSynthesis,
  'mettle>Suffix': async () => (await programs()).Suffix,
  'mettle>SymbolicDataModel': async () => (await import('./data/index.js')).SymbolicDataModel,
  'mettle>Xor': async () => (await programs()).Xor,
};
