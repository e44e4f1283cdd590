export type {
  EngineChoice,
  EngineName,
  HistoryEntry,
  HostAnswer,
  HostFunction,
  HostFunctions,
  OutputChunk,
  RunError,
  RunErrorKind,
  RunOptions,
  RunResult,
  RunStep,
  RunUsage,
  Sandbox,
  SandboxCapabilities,
  SandboxLimits,
  ShellOptions,
  ShellResult,
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
export type { Deterministic, DeterministicOptions } from './deterministic.js';
export { createDockerEngine, type DockerEngineOptions } from './docker/docker-engine.js';
export type {
  Engine,
  EngineCapabilities,
  EngineOutcome,
  EngineRun,
  EngineSession,
  EngineSessionOptions,
  EngineShellLine,
  EngineShellOutcome,
  EngineStep,
  FinishedStep,
  HostCall,
  SuspendedStep,
} from './engine.js';
export type { EngineProgram } from './engine-programs.js';
export { createEngine, sharedEngine } from './engines.js';
export { MAX_INTEGER_BITS } from './integers.js';
export { type CallArguments, splitArguments } from './keyword-arguments.js';
export { DEFAULT_SANDBOX_LIMITS } from './limits.js';
export type { MontyDifferenceId } from './monty/difference-uses.js';
export { findMontyDifferences, type MontyDifference } from './monty/differences.js';
export { type InstalledMonty, type InstallOptions, installMonty } from './monty/install/install-monty.js';
export { createMontyEngine, type MontyEngine, type MontyEngineOptions } from './monty/monty-engine.js';
export type { MontyTypeCheckerOptions, TypeCheckOutcome, TypeDiagnostic } from './monty/type-checker.js';
export type { RunMeter, UsedTime } from './own-time.js';
export { MAX_VALUE_DEPTH, PythonFloat, PythonObject, type PythonValue } from './python-value.js';
export { pythonValueToJson } from './python-value-to-json.js';
export {
  type SandboxTool,
  type SandboxToolsOptions,
  sandboxTools,
  type ToolParameter,
  type ToolParameters,
  type ToolResult,
} from './tools/index.js';
