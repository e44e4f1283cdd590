import {
  defineOptions,
  type ErrorCode,
  isJsonObject,
  type JsonObject,
  MettleError,
  option,
} from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import { modelError } from '../error-codes.js';
import { modelAround } from '../heed-signal.js';
import type { Model } from '../model.js';
import { numberCalls } from '../records/number-calls.js';
import { openRecordFolder } from '../records/record-folder.js';
import { fromStored } from '../records/stored-response.js';
import type { ModelRequest } from '../request.js';
import type { ModelResponse } from '../response.js';
import { streamOfResponse } from '../stream-event.js';
import { createRedactor, type Redactor } from './redact.js';

/** A model that gives a recording again. */
export interface ReplayedModel extends Model {
  /**
   * Passes when every recorded call was made again.
   *
   * @throws {MettleError} `models/not_replayed`, saying how many were not.
   */
  assertDone(): void;
}

/** What {@link replayModel} takes. */
export interface ReplayOptions {
  /** The folder of the recording. */
  readonly folder: string;
  /** As it was recorded with. Default: `createRedactor()`. */
  readonly redact?: Redactor;
}

const checkReplayOptions = defineOptions<ReplayOptions>()('replayModel', {
  folder: option.required(option.string),
  redact: option.callback,
});

/**
 * A model that answers as the recorded one did, call by call: the first equal request gets the first reply, the next one
 * the next. Recorded failures fail again. There is no network; a call that was not recorded rejects with
 * `models/not_recorded`.
 *
 * @throws {MettleError} `models/no_recording` for a folder without one, or with files that are none.
 */
export async function replayModel(options: ReplayOptions): Promise<ReplayedModel> {
  checkReplayOptions(options);
  const folder = openRecordFolder(options.folder);
  const records = new Map<string, JsonObject>();
  for (const name of await folder.names()) {
    const record = await folder.read(name);
    if (record === null) throw noRecording(options.folder, `${name}.json is not a record`);
    records.set(name, record);
  }
  const [first] = records.values();
  if (typeof first?.provider !== 'string' || typeof first.modelId !== 'string') {
    throw noRecording(options.folder, 'there is no recorded call');
  }
  const { provider, modelId } = first;
  const redact = options.redact ?? createRedactor();
  const numbers = numberCalls();
  const left = new Set(records.keys());
  const take = async (request: ModelRequest, signal: AbortSignal | undefined): Promise<ModelResponse> => {
    signal?.throwIfAborted();
    const place = numbers(redact(request));
    const record = records.get(place);
    if (record === undefined) throw notRecorded(request);
    left.delete(place);
    if (isJsonObject(record.error)) throw failureOf(record.error);
    const response = fromStored(record.response);
    if (response === null) throw noRecording(options.folder, `${place}.json holds no reply`);
    return response;
  };
  return modelAround(
    { provider, modelId },
    {
      call: (request, { signal } = {}) => take(request, signal),
      async *stream(request, { signal } = {}) {
        yield* streamOfResponse(await take(request, signal));
      },
      assertDone() {
        if (left.size === 0) return;
        throw modelError(
          'not_replayed',
          `${left.size} of ${records.size} recorded calls were not made again: ${[...left].map((name) => `${startOf(name, 8)}…`).join(', ')}.`,
        );
      },
    },
  );
}

function failureOf({ code, message, details }: JsonObject): MettleError {
  return new MettleError({
    code: String(code) as ErrorCode,
    message: String(message),
    details: isJsonObject(details) ? details : {},
  });
}

const LONGEST_QUOTE = 80;

function notRecorded({ messages }: ModelRequest): MettleError {
  const last = startOf(JSON.stringify(messages.at(-1)?.content ?? null), LONGEST_QUOTE);
  return modelError(
    'not_recorded',
    `This call was not recorded: ${messages.length} messages, the last of them ${last}. Record the run again.`,
  );
}

function noRecording(folder: string, why: string): MettleError {
  return modelError('no_recording', `${folder} holds no recording that can be replayed: ${why}.`);
}
