import { defineOptions, MettleError, option } from '../../core/index.js';
import { modelError } from '../error-codes.js';
import { modelAround } from '../heed-signal.js';
import type { Model } from '../model.js';
import { type ModelSource, openModel } from '../open-model.js';
import { numberCalls } from '../records/number-calls.js';
import { openRecordFolder } from '../records/record-folder.js';
import { toStored } from '../records/stored-response.js';
import type { ModelRequest } from '../request.js';
import type { ModelResponse } from '../response.js';
import { createRedactor, type Redactor } from './redact.js';

/** How a run is recorded. */
export interface RecordOptions {
  /** A folder on the host, one file for each call; made when first needed. */
  readonly folder: string;
  /** Whether an earlier recording there is thrown away. Default false: then it is an error. */
  readonly overwrite?: boolean;
  /** Takes secrets out of what is kept. Default: `createRedactor()`. */
  readonly redact?: Redactor;
}

const checkRecordOptions = defineOptions<RecordOptions>()('recordModel', {
  folder: option.required(option.string),
  overwrite: option.boolean,
  redact: option.callback,
});

/**
 * Records every call of a model, with its reply or its failure, so that `replayModel` can replay them without a
 * network. Each call is on disk before its reply is returned. Aborted calls are not recorded.
 *
 * @throws {MettleError} `models/already_recorded` where the folder holds a recording and `overwrite` is not set;
 *   `core/invalid_option`; `filesystem/host_write_failed` by a call that could not be kept.
 */
export async function recordModel(source: ModelSource, options: RecordOptions): Promise<Model> {
  checkRecordOptions(options);
  const model = openModel(source);
  const { overwrite = false, redact = createRedactor() } = options;
  const folder = openRecordFolder(options.folder);
  const earlier = await folder.names();
  if (earlier.length > 0 && !overwrite) throw alreadyRecorded(options.folder, earlier.length);
  for (const name of earlier) await folder.remove(name);
  const numbers = numberCalls();
  const begin = (request: ModelRequest): OpenRecord => {
    const kept = redact(request);
    const place = numbers(kept);
    const keep = (end: object): Promise<void> =>
      folder.write(place, {
        provider: model.provider,
        modelId: model.modelId,
        request: JSON.parse(JSON.stringify(kept)) as object,
        ...redact(end),
      });
    return {
      succeed: (response) => keep({ response: toStored(response) }),
      fail: async (error) => {
        if (!MettleError.isInstance(error) || !error.code.startsWith('models/')) return;
        const { code, message, details } = error;
        await keep({ error: { code, message, details } });
      },
    };
  };
  return modelAround(model, {
    async call(request, callOptions) {
      const record = begin(request);
      let response: ModelResponse;
      try {
        response = await model.call(request, callOptions);
      } catch (error) {
        await record.fail(error);
        throw error;
      }
      await record.succeed(response);
      return response;
    },
    async *stream(request, callOptions) {
      const record = begin(request);
      const pieces = model.stream(request, callOptions)[Symbol.asyncIterator]();
      try {
        for (;;) {
          let next: Awaited<ReturnType<typeof pieces.next>>;
          try {
            next = await pieces.next();
          } catch (error) {
            await record.fail(error);
            throw error;
          }
          if (next.done) return;
          if (next.value.type === 'finish') await record.succeed(next.value.response);
          yield next.value;
        }
      } finally {
        await pieces.return?.();
      }
    },
  });
}

interface OpenRecord {
  readonly succeed: (response: ModelResponse) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

function alreadyRecorded(folder: string, count: number): MettleError {
  return modelError(
    'already_recorded',
    `${folder} holds ${count} recorded calls: give another folder, or overwrite: true.`,
  );
}
