export {
  DEFAULT_MAX_EVALUATIONS,
  type SearchScriptOptions,
  searchOptimizer,
  searchScript,
} from './search-script.js';
export { ENGINES, type SearchEngine } from './solution.js';
