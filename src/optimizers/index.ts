export {
  DEFAULT_MAX_EVALUATIONS,
  ENGINES,
  type SearchEngine,
  type SearchScriptOptions,
  searchOptimizer,
  searchScript,
} from './search/index.js';
