/**
 * The names that most programs need first. Each module exports more from its own path:
 * `mettle/sandbox`, `mettle/requirements`, `mettle/optimizers` and so on.
 */
export { MettleError, RandomStream } from './core/index.js';
export { createFileTree, type FileTree } from './filesystem/index.js';
export { searchScript, verifyTrajectory } from './first-use.js';
export {
  checkPython,
  checkReply,
  pythonCodeGenerationRequirements,
  repairLoop,
} from './requirements/index.js';
export {
  createSandbox,
  loadSandbox,
  type PythonValue,
  type RunResult,
  type Sandbox,
  sandboxTools,
} from './sandbox/index.js';
