/** Models for tests: one that answers by a script, and a server on this machine that speaks as OpenAI's does. */
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
