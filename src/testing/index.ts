/** Models for tests: one that answers from a script, and a local server with OpenAI's API. */
export { type Gate, gate } from './gate.js';
export type {
  ScriptedAnswer,
  ScriptedFault,
  ScriptedFaultKind,
  ScriptedReply,
  ScriptedToolCall,
  ScriptStep,
} from './script-step.js';
export type { ScriptedAiSdkModel } from './scripted-ai-sdk-model.js';
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './scripted-model.js';
export { type ModelServer, type ServedRequest, startModelServer } from './server/start-model-server.js';
