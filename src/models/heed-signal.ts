import { orAborted, untilAborted } from '../core/internal.js';
import type { EmbeddingModel } from './embeddings/embedding-model.js';
import type { Model } from './model.js';
import { atTheSeam } from './model-seam.js';

/** Models that Mettle made: their calls end at their signal. */
const ours = new WeakSet<object>();

/** A model of Mettle: how it asks, under the name of the model that it asks in the end. */
export function modelAround<Made extends Model | EmbeddingModel>(
  { provider, modelId }: Pick<Made, 'provider' | 'modelId'>,
  asking: Omit<Made, 'provider' | 'modelId'>,
): Made {
  const names = { provider, modelId };
  const asks = 'call' in asking && 'stream' in asking ? atTheSeam(names, asking as unknown as Model) : {};
  const made = { ...names, ...asking, ...asks } as Made;
  ours.add(made);
  return made;
}

/**
 * The model, with calls that end at their signal even if it ignores that, and keep the process alive until then. Every
 * model of the caller's goes through here, so that no wrapper has to see to it.
 */
export function heedSignal(model: Model): Model {
  if (ours.has(model)) return model;
  return modelAround(model, {
    async call(request, options) {
      options?.signal?.throwIfAborted();
      return orAborted(Promise.resolve(model.call(request, options)), options?.signal);
    },
    async *stream(request, options) {
      options?.signal?.throwIfAborted();
      yield* untilAborted(model.stream(request, options), options?.signal);
    },
  });
}

/** As {@link heedSignal}, for an embedding model. */
export function heedSignalInEmbeddings(model: EmbeddingModel): EmbeddingModel {
  if (ours.has(model)) return model;
  return modelAround(model, {
    async embed(texts, options) {
      options?.signal?.throwIfAborted();
      return orAborted(Promise.resolve(model.embed(texts, options)), options?.signal);
    },
  });
}
