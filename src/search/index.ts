/** Program search: short Python functions from examples, without a model. */
export type { SearchScriptOptions } from './search-options.js';
export { searchOptimizer, searchScript } from './search-script.js';
export { ENGINES, type SearchEngine } from './solution.js';
