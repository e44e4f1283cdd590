/**
 * Language models behind one seam: any model of the AI SDK or any `provider/model`, asked with `call` and `stream`, and
 * wrapped with what should hold for each call.
 */
export type { AiSdkLanguageModel } from './ai-sdk/language-model.js';
export { type FoundModel, findModel } from './find-model.js';
export type {
  AssistantMessage,
  AssistantPart,
  FilePart,
  ModelMessage,
  ProviderOptions,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolOutput,
  ToolResultPart,
} from './message.js';
export { type Model, modelName } from './model.js';
export { isTransient, type ModelFailureDetails } from './model-error.js';
export { type ModelSource, openModel } from './open-model.js';
export type { Environment, ProviderSettings } from './providers/provider.js';
export type {
  ModelCallOptions,
  ModelRequest,
  ModelTool,
  ReasoningEffort,
  ResponseFormat,
  ToolChoice,
} from './request.js';
export { type FinishReason, type ModelResponse, type ModelUsage, totalTokens } from './response.js';
export { type ModelStreamEvent, responseOfStream, streamOfResponse } from './stream-event.js';
