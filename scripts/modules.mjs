/** The modules of `src/`, lowest first. A module imports only from those above it in this list, from their index.ts or internal.ts. */
export const modules = [
  'core',
  'data',
  'filesystem',
  'python',
  'sandbox',
  'models',
  'testing',
  'tools',
  'requirements',
  'records',
  'report',
  'datasets',
  'training',
  'programs',
  'agents',
  'ai-sdk',
  'search',
  'synthesis',
  'optimizers',
  'environments',
  'evaluation',
  'generation',
  'gym',
  'benchmarks',
  'pipelines',
  'cli',
  'studio',
];

/**
 * Tables in the root of `src/` that every module may import: names with `() => import(…)` behind them, so that a module
 * can load at a call what lies above it, and nothing is loaded, or registered, by an import.
 */
export const tables = ['error-codes.ts', 'saved-classes.ts'];
