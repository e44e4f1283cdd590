/**
 * Agents: a loop that asks a model, runs the tools it calls and ends on its answer. Each call has files and state of its
 * own.
 */
export type { InputField, InputsSummary } from './inputs-file.js';
export { defaultInstructions, subagentInstructions, subagentToolsGuidance } from './instructions.js';
export { SandboxView } from './sandbox-view.js';
