/**
 * What a saved file may name of Mettle's own, and what `compile` takes by name. Nothing here is loaded before it is named,
 * so every module may read this table, also one that lies below the classes in it.
 */
import type { RegisteredObject } from './data/index.js';
import type { Optimizer } from './training/index.js';

type Loader<Loaded> = () => Promise<Loaded>;

/** Optimizers by the name of their class. */
export const optimizers: Readonly<Record<string, Loader<new (options: never) => Optimizer>>> = {
  Evolutionary: async () => (await import('./optimizers/index.js')).Evolutionary,
  Greedy: async () => (await import('./optimizers/index.js')).Greedy,
  Omega: async () => (await import('./optimizers/index.js')).Omega,
  ParetoRefine: async () => (await import('./optimizers/index.js')).ParetoRefine,
  RandomFewShot: async () => (await import('./optimizers/index.js')).RandomFewShot,
  ScriptSearch: async () => (await import('./optimizers/index.js')).ScriptSearch,
};

const programs = () => import('./programs/index.js');

/** Classes by the name that files have for them. */
export const savedClasses: Readonly<Record<string, Loader<RegisteredObject>>> = {
  ...Object.fromEntries(
    Object.entries(optimizers).map(([name, load]) => [
      `mettle>${name}`,
      load as unknown as Loader<RegisteredObject>,
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
