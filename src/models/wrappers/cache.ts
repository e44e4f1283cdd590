import { contentHash, defineOptions, option } from '../../core/index.js';
import { orAborted } from '../../core/internal.js';
import { modelAround } from '../heed-signal.js';
import { type Model, modelName } from '../model.js';
import { type ModelSource, openModel } from '../open-model.js';
import { openRecordFolder } from '../records/record-folder.js';
import { fromStored, toStored } from '../records/stored-response.js';
import type { ModelRequest } from '../request.js';
import type { ModelResponse } from '../response.js';
import { streamOfResponse } from '../stream-event.js';

/** Where replies are kept. */
export interface CacheOptions {
  /** A folder on the host; made when first needed. */
  readonly folder: string;
  /** Anything that keeps replies apart that have the same request, such as the number of a sample. Default: nothing. */
  readonly scope?: string;
  /** Hears of replies that could not be kept or read again; the model's are given all the same. It must not throw. */
  readonly onProblem?: (error: unknown) => void;
}

const checkCacheOptions = defineOptions<CacheOptions>()('withCache', {
  folder: option.required(option.string),
  scope: option.string,
  onProblem: option.callback,
});

/**
 * Returns the reply to an earlier equal request to the same model, from a folder that any number of processes may
 * share, instead of asking again. Equal means the same JSON, whatever the order of keys. Equal calls at the same time
 * ask once; streams ask each. Replies that were blocked or failed are not kept. Put a meter or a budget inside, so that
 * only what was really asked counts: `withCache(withBudget(model, budget), {folder})`.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function withCache(source: ModelSource, options: CacheOptions): Model {
  checkCacheOptions(options);
  const model = openModel(source);
  const { scope, onProblem } = options;
  const name = modelName(model);
  const folder = openRecordFolder(options.folder);
  const underWay = new Map<string, Promise<ModelResponse>>();

  const keyOf = (request: ModelRequest): string =>
    contentHash({ model: name, request, ...(scope === undefined ? {} : { scope }) });
  const find = async (key: string): Promise<ModelResponse | null> => {
    const record = await folder.read(key).catch((error) => {
      onProblem?.(error);
      return null;
    });
    return fromStored(record?.response);
  };
  const keep = async (key: string, response: ModelResponse): Promise<void> => {
    if (response.finishReason === 'error' || response.finishReason === 'content-filter') return;
    await folder.write(key, { response: toStored(response) }).catch((error) => onProblem?.(error));
  };

  return modelAround(model, {
    async call(request, callOptions = {}) {
      const { signal } = callOptions;
      const key = keyOf(request);
      for (;;) {
        signal?.throwIfAborted();
        const found = await find(key);
        if (found !== null) return found;
        const other = underWay.get(key);
        if (other === undefined) break;
        // Whoever asked first may fail or give up; then the next in line asks.
        await orAborted(
          other.catch(() => undefined),
          signal,
        );
      }
      const asked = model.call(request, callOptions).then(async (response) => {
        await keep(key, response);
        return response;
      });
      underWay.set(key, asked);
      try {
        return await asked;
      } finally {
        underWay.delete(key);
      }
    },
    async *stream(request, callOptions = {}) {
      callOptions.signal?.throwIfAborted();
      const key = keyOf(request);
      const found = await find(key);
      if (found !== null) {
        yield* streamOfResponse(found);
        return;
      }
      for await (const event of model.stream(request, callOptions)) {
        if (event.type === 'finish') await keep(key, event.response);
        yield event;
      }
    },
  });
}
