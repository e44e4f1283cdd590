/**
 * Scripts from examples alone, with no model. From the bottom up: `language` is what expressions are made of, `library`
 * the primitives, `dates` those of the calendar; `programs` are whole scripts, `vocabulary` is what one task's programs
 * may be built of, `evidence` how much its examples say. `enumeration` goes through all expressions by cost and
 * `engines` build the programs that are too big for that. `idiom` rewrites what they find as a person would,
 * `repair` mends scripts that exist, `judging` decides how far to trust the result.
 */
export { DEFAULT_MAX_EVALUATIONS, type SearchScriptOptions } from './search-options.js';
export { searchOptimizer, searchScript } from './search-script.js';
export { ENGINES, type SearchEngine } from './solution.js';
