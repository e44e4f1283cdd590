export { chooseEngine, howToGetAnEngine } from './choose-engine.js';
export type {
  EngineChoice,
  EngineName,
  HistoryEntry,
  HostAnswer,
  HostFunction,
  HostFunctions,
  RunError,
  RunErrorKind,
  RunOptions,
  RunResult,
  RunStep,
  RunUsage,
  Sandbox,
  SandboxCapabilities,
  SandboxLimits,
  StackFrame,
  StartOptions,
  SuspendedRun,
} from './contract.js';
export { type CpythonEngineOptions, createCpythonEngine } from './cpython/cpython-engine.js';
export { type CpythonProbe, probeCpython } from './cpython/probe-cpython.js';
export {
  type CreateSandboxOptions,
  createSandbox,
  type LoadSandboxOptions,
  loadSandbox,
  type ResumedRun,
  resumeRun,
} from './create-sandbox.js';
export {
  type Deterministic,
  type DeterministicOptions,
  resolveDeterministic,
} from './deterministic.js';
export { createDockerEngine, type DockerEngineOptions } from './docker/docker-engine.js';
export type {
  Engine,
  EngineCapabilities,
  EngineOutcome,
  EngineRun,
  EngineSession,
  EngineSessionOptions,
  EngineStep,
  FinishedStep,
  HostCall,
  SuspendedStep,
} from './engine.js';
export { type EngineProgram, findEngineProgram } from './engine-programs.js';
export { compiledFor } from './engine-sandbox.js';
export { AUTO_ENGINES, createEngine, resolveEngine, sharedEngine } from './engines.js';
export { MAX_INTEGER_BITS } from './integers.js';
export { type CallArguments, splitArguments } from './keyword-arguments.js';
export { DEFAULT_SANDBOX_LIMITS, MAX_TIMEOUT_SECONDS, resolveSandboxLimits } from './limits.js';
export { MISSING_FEATURES as MONTY_MISSING_FEATURES } from './monty/capabilities.js';
export type { MontyDifferenceId } from './monty/difference-uses.js';
export {
  findMontyDifferences,
  MONTY_DIFFERENCES,
  type MontyDifference,
} from './monty/differences.js';
export { type InstalledMonty, type InstallOptions, installMonty } from './monty/install/install-monty.js';
export { createMontyEngine, type MontyEngine, type MontyEngineOptions } from './monty/monty-engine.js';
export {
  MontyTypeChecker,
  type MontyTypeCheckerOptions,
  type TypeCheckOutcome,
  type TypeDiagnostic,
} from './monty/type-checker.js';
export { resolvePackages } from './packages.js';
export { isPythonName } from './python-names.js';
export { MAX_VALUE_DEPTH, PythonFloat, PythonObject, type PythonValue } from './python-value.js';
export { pythonValueToJson } from './python-value-to-json.js';
export { framesOfDump, framesOfTraceback } from './stack-dump.js';
export {
  SANDBOX_TOOL_NAMES,
  type SandboxTool,
  sandboxTools,
  type ToolParameter,
  type ToolParameters,
  type ToolResult,
} from './tools/index.js';
