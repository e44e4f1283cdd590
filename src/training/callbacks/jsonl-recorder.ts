import { defineOptions, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Callback, CallbackContext } from '../callback.js';
import type { Logs } from '../history.js';
import { logFile } from './log-file.js';

/** Options of {@link jsonlRecorder}. */
export interface JsonlRecorderOptions {
  /** The file; its folder is made. */
  readonly path: string;
  /** Whether to go on in the file, instead of beginning anew. Default false. */
  readonly append?: boolean;
  /** Whether each batch gets a line of its own. Default false. */
  readonly batches?: boolean;
  /** Default: the machine's clock. */
  readonly now?: () => Date;
}

const checkJsonlRecorderOptions = defineOptions<JsonlRecorderOptions>()('jsonlRecorder', {
  path: option.required(option.text),
  append: option.boolean,
  batches: option.boolean,
  now: option.callback,
});

/**
 * Writes what happens in a training to a JSON Lines file: `train_begin`, `epoch_end` (`batch_end`, where asked for) and
 * `train_end`, or `train_error`, each with `version`, `time`, figures and what was spent.
 *
 * @throws {MettleError} `core/invalid_option`; in `fit`, `training/cannot_write`.
 */
export function jsonlRecorder(options: JsonlRecorderOptions): Callback {
  checkJsonlRecorderOptions(options);
  const { path, append = false, batches = false, now = () => new Date() } = options;
  const file = logFile('jsonlRecorder', path);
  const record = (event: string, context: CallbackContext, facts: object): Promise<void> =>
    file.line(
      JSON.stringify({ version: 1, time: now().toISOString(), event, ...facts, spent: context.spent() }),
    );
  let begun = false;
  const ended = async (event: string, context: CallbackContext, facts: object): Promise<void> => {
    begun = false;
    await record(event, context, facts);
  };
  return {
    async onTrainBegin(context) {
      await file.begin(append);
      begun = true;
      const { parameters, program } = context;
      await record('train_begin', context, { program: program.name, parameters });
    },
    onEpochEnd: (epoch: number, logs: Logs, context: CallbackContext) =>
      record('epoch_end', context, { epoch, logs }),
    ...(batches
      ? {
          onTrainBatchEnd: (batch: number, logs: Logs, context: CallbackContext) =>
            record('batch_end', context, { batch, logs }),
        }
      : {}),
    onTrainEnd: (logs: Logs, context: CallbackContext) =>
      ended('train_end', context, { logs, leader: context.leader() }),
    async onError(error: unknown, context: CallbackContext) {
      if (!begun) return;
      await ended('train_error', context, { error: errorMessage(error), leader: context.leader() });
    },
  };
}
