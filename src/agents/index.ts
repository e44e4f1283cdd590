/**
 * Agents: a loop that asks a model, runs the tools that it calls, and ends when the model answers. Each call has its own
 * files and state.
 */

export { type Conversation, isConversation } from '../models/index.js';
export type { AgentConfig, AgentConfigParts } from './agent-config.js';
export type { AgentError } from './agent-error.js';
export type { AgentEvent, AgentEventListener, AgentStopReason } from './agent-event.js';
export { AgentModule, type AgentModuleOptions } from './agent-module.js';
export type { AgentExample, AgentOptions } from './agent-options.js';
export type { AgentRecord, AgentResult, AgentUsage, Exchange } from './agent-result.js';
export type { ApprovalOptions, Approve, CallToApprove } from './approval.js';
export { type CodeModeOptions, codeModeTool } from './code-mode.js';
export {
  DeepAgent,
  type DeepAgentOptions,
  type DeepAgentResult,
  type DeepCallOptions,
} from './deep-agent.js';
export {
  type AgentInputs,
  FunctionCallingAgent,
  type FunctionCallingAgentOptions,
} from './function-calling-agent.js';
export type { InputField, InputsSummary } from './inputs-file.js';
export { defaultInstructions, subagentInstructions, subagentToolsGuidance } from './instructions.js';
export {
  type Decision,
  type ProgramStep,
  type ProgramTools,
  type ResumeProgramOptions,
  resumeProgram,
  type StartProgramOptions,
  startProgram,
} from './program.js';
export {
  type RecursiveAgentOptions,
  type RecursiveConfigParts,
  RecursiveLanguageModelAgent,
} from './recursive-agent.js';
export type { AgentModuleRestoreOptions, ModuleAgent } from './restore-agent.js';
export type { AgentCallOptions } from './run-agent.js';
export {
  type AgentSession,
  type AgentSessionOptions,
  type InterruptedCall,
  openAgentSession,
} from './session/agent-session.js';
export type { SessionSteps } from './session/session-steps.js';
export {
  SQLAgent,
  type SqlAgentOptions,
  type SqlConfigParts,
  type SqlDatabase,
  type SqlRows,
} from './sql-agent.js';
export type { ToolFunctionsOptions } from './tool-functions.js';
