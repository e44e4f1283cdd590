/**
 * Trainable Python scripts: a module whose variable is a script, and a function that runs a script on JSON.
 */
export { type ExecuteScriptOptions, executeScript, type ScriptExecution } from './execute-script.js';
export { PythonConsoleLog, PythonScript } from './python-script.js';
export { PythonSynthesis } from './python-synthesis.js';
export type {
  PythonSynthesisCallOptions,
  PythonSynthesisOptions,
  PythonSynthesisParts,
} from './python-synthesis-options.js';
export type { ScriptFailure, ScriptFailureKind } from './script-failure.js';
