/**
 * Python scripts that are trained: a module whose variable is a script, and what runs one on JSON.
 */
export {
  type ExecuteScriptOptions,
  executeScript,
  SCRIPT_LIMITS,
  type ScriptExecution,
} from './execute-script.js';
export type { ScriptFailure, ScriptFailureKind } from './script-failure.js';
