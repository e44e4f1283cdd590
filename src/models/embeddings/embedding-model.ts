import type { ModelCallOptions } from '../request.js';

/** How texts are turned into vectors; no part of which texts they are. */
export interface EmbedOptions extends ModelCallOptions {
  /** Numbers in each vector, for models that let you choose. Default: the model's. */
  readonly dimensions?: number;
}

/** Vectors for some texts. */
export interface EmbeddingResponse {
  /** One for each text, in their order; all of the same length. */
  readonly embeddings: readonly (readonly number[])[];
  /** Tokens that were read; null where the provider did not say. */
  readonly inputTokens: number | null;
  readonly warnings: readonly string[];
  /** Who made them, `provider/model`. */
  readonly model: string;
}

/**
 * A model that turns texts into vectors. It rejects as a `Model` does: with a `MettleError` whose code begins with
 * `models/`, and with the signal's reason.
 */
export interface EmbeddingModel {
  readonly provider: string;
  readonly modelId: string;
  /** Makes a vector for each text, in as many calls of the provider as it needs. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<EmbeddingResponse>;
}
