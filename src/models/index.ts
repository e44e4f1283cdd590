/**
 * One interface to language models: any model of the AI SDK or any `provider/model`, called with `call` and `stream`, and
 * wrappers for limits, retries, budgets, caches and recordings.
 */
export type { AiSdkLanguageModel } from './ai-sdk/language-model.js';
export { type Conversation, isConversation } from './conversation.js';
export { type WithEmbeddingBudgetOptions, withEmbeddingBudget } from './embeddings/embedding-budget.js';
export {
  type EmbeddingCacheOptions,
  type ReplayEmbeddingsOptions,
  replayEmbeddings,
  withEmbeddingCache,
} from './embeddings/embedding-cache.js';
export { withEmbeddingMeter } from './embeddings/embedding-meter.js';
export type { EmbeddingModel, EmbeddingResponse, EmbedOptions } from './embeddings/embedding-model.js';
export { withEmbeddingRateLimit } from './embeddings/embedding-rate-limit.js';
export { withEmbeddingRetry } from './embeddings/embedding-retry.js';
export type { AiSdkEmbeddingModel } from './embeddings/from-ai-sdk.js';
export { type EmbeddingModelSource, openEmbeddingModel } from './embeddings/open-embedding-model.js';
export { type FoundModel, findModel } from './find-model.js';
export type { ModelFunction } from './from-function.js';
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
export type { Model } from './model.js';
export { isTransient, type ModelFailureDetails, retryAfterSeconds } from './model-error.js';
export { type ModelSource, openModel } from './open-model.js';
export { type ProviderReport, probeProviders } from './probe-providers.js';
export { checkModelKey } from './providers/open-provider-model.js';
export type { Environment, ProviderSettings } from './providers/provider.js';
export type {
  ModelAttempt,
  ModelCallOptions,
  ModelRequest,
  ModelTool,
  ReasoningEffort,
  ResponseFormat,
  ToolChoice,
} from './request.js';
export type { FinishReason, ModelResponse, ModelUsage } from './response.js';
export type { ModelStreamEvent } from './stream-event.js';
export {
  type Budget,
  type BudgetLimits,
  type BudgetUse,
  type CallNeed,
  type CreateBudgetOptions,
  createBudget,
  type Reservation,
} from './wrappers/budget.js';
export { type CacheOptions, withCache } from './wrappers/cache.js';
export type { Clock } from './wrappers/clock.js';
export { type FallbackOptions, withFallback } from './wrappers/fallback.js';
export {
  createMeter,
  type Meter,
  type MeterOptions,
  type MeterReading,
  withMeter,
} from './wrappers/meter.js';
export { costOf, type ModelPrice, type ModelPrices } from './wrappers/prices.js';
export { withRateLimit } from './wrappers/rate-limit.js';
export { type RecordOptions, recordModel } from './wrappers/record.js';
export { createRedactor, type Redactor, type RedactorOptions } from './wrappers/redact.js';
export { type ReplayedModel, type ReplayOptions, replayModel } from './wrappers/replay.js';
export { type RetryOptions, withRetry } from './wrappers/retry.js';
export { type TimeoutOptions, withTimeout } from './wrappers/timeout.js';
export type { RateLimitOptions } from './wrappers/turnstile.js';
export { type WithBudgetOptions, withBudget } from './wrappers/with-budget.js';
