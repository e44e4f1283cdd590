export { Evolutionary } from './evolutionary/evolutionary.js';
export type { EvolutionaryOptions } from './evolutionary/options.js';
export { Greedy } from './few-shot/greedy.js';
export type { ExampleSampling, FewShotOptions, FewShotSettings } from './few-shot/options.js';
export { RandomFewShot, type RandomFewShotOptions } from './few-shot/random-few-shot.js';
export { Omega, type OmegaAlgorithm, type OmegaOptions } from './omega/omega.js';
export type { LibraryScript, ParetoRefineOptions } from './pareto-refine/options.js';
export { ParetoRefine } from './pareto-refine/pareto-refine.js';
export { ScriptSearch, type ScriptSearchOptions } from './script-search/script-search.js';
