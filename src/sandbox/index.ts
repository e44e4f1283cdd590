export type {
  EngineChoice,
  EngineName,
  HistoryEntry,
  HostFunction,
  HostFunctions,
  RunError,
  RunErrorKind,
  RunOptions,
  RunResult,
  RunUsage,
  Sandbox,
  SandboxCapabilities,
  SandboxLimits,
  StackFrame,
} from './contract.js';
export { PythonFloat, PythonObject, type PythonValue } from './python-value.js';
export { pythonValueToJson } from './python-value-to-json.js';
