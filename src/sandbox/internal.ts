/** What siblings need of sandbox/; no part of the package. */
export { howToGetAnEngine } from './choose-engine.js';
export { makeHostFolder } from './cpython/host-folders.js';
export { resolveDeterministic } from './deterministic.js';
export { starvedError } from './ended-errors.js';
export { findEngineProgram } from './engine-programs.js';
export { compiledFor, withScratch } from './engine-sandbox.js';
export { AUTO_ENGINES, resolveEngine } from './engines.js';
export { sandboxError } from './error-codes.js';
export { hostProcessUsage } from './host-process-usage.js';
export { MAX_TIMEOUT_SECONDS, resolveSandboxLimits } from './limits.js';
export { MISSING_FEATURES as MONTY_MISSING_FEATURES } from './monty/capabilities.js';
export { MontyTypeChecker } from './monty/type-checker.js';
export { NO_TIME, STARVED_FACTOR, secondsBetween } from './own-time.js';
export { resolvePackages } from './packages.js';
export { isPythonName } from './python-names.js';
export { runPatiently } from './run-patiently.js';
export { framesOfDump, framesOfTraceback } from './stack-dump.js';
export { runResultWithValue, SANDBOX_TOOL_NAMES, SHELL_TOOL_NAME } from './tools/index.js';
