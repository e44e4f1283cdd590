import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { defineOptions, option } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import type { Callback, CallbackContext } from '../callback.js';
import { trainingError } from '../error-codes.js';
import type { Logs } from '../history.js';
import type { VariableValues } from '../trainable-program.js';
import { WATCH_OPTIONS, type WatchedFigure, type WatchOptions, watchFigure } from './watched-figure.js';

/** When and where a candidate is written down. */
export interface CheckpointOptions extends WatchOptions {
  /**
   * The file; its folder is made. `{epoch}` (from 1), `{batch}` and the name of a figure in braces, such as
   * `{val_reward}`, stand for their values: `best-{epoch}-{val_reward}.json`.
   */
  readonly path: string;
  /** Whether only a candidate with a better figure is written. Default false. */
  readonly saveBestOnly?: boolean;
  /** After each epoch (`epoch`, the default), or after this many batches. */
  readonly every?: 'epoch' | number;
  /** A value that the figure must beat for anything to be written with `saveBestOnly`. */
  readonly initialThreshold?: number;
  /**
   * Writes the file instead: for a whole program, or another format. Default: the values of the variables alone, as
   * `loadVariables` of a program reads them.
   */
  readonly save?: (path: string, values: VariableValues, context: CallbackContext) => Promise<void>;
}

const checkCheckpointOptions = defineOptions<CheckpointOptions>()('checkpoint', {
  ...WATCH_OPTIONS,
  path: option.required(option.text),
  saveBestOnly: option.boolean,
  every: option.either(option.oneOf(['epoch']), option.wholeNumber(1)),
  initialThreshold: option.number,
  save: option.callback,
});

const BRACES = /\{([^{}]*)\}/g;

/**
 * Writes the leading candidate to a file as the training goes on, as a whole or not at all. The program itself gets a new
 * value only at the end of the training.
 *
 * @throws {MettleError} `core/invalid_option`; in `fit`, `training/unknown_name` for a figure that the training has
 *   not, and `filesystem/host_write_failed`.
 */
export function checkpoint(options: CheckpointOptions): Callback {
  checkCheckpointOptions(options);
  const owner = 'checkpoint';
  const { path, saveBestOnly = false, every = 'epoch', initialThreshold, save = saveVariables } = options;
  let watched: WatchedFigure | null = null;
  let epochNow = 0;
  let batches = 0;

  const write = async (batch: number, logs: Logs, context: CallbackContext): Promise<void> => {
    if (saveBestOnly) {
      const value = watched?.read(logs) ?? null;
      if (value === null || watched?.improve(value) !== true) return;
    }
    const place = fillIn(path, { epoch: epochNow + 1, batch, logs });
    await mkdir(dirname(place), { recursive: true });
    await save(place, context.leader(), context);
  };

  return {
    onTrainBegin(context) {
      // A figure that nobody asks for need not exist.
      watched = saveBestOnly ? watchFigure(owner, options, context, initialThreshold ?? null) : null;
      batches = 0;
      checkBraces(path, context);
    },
    onEpochBegin(epoch) {
      epochNow = epoch;
    },
    async onTrainBatchEnd(batch, logs, context) {
      batches += 1;
      if (every !== 'epoch' && batches % every === 0) await write(batch + 1, logs, context);
    },
    async onEpochEnd(_epoch, logs, context) {
      if (every === 'epoch') await write(0, logs, context);
    },
  };
}

/** A whole number as it is, any other with four decimals; `none` for what was not measured. */
function fillIn(
  path: string,
  facts: { readonly epoch: number; readonly batch: number; readonly logs: Logs },
): string {
  return path.replace(BRACES, (_, name: string) => {
    const value = name === 'epoch' ? facts.epoch : name === 'batch' ? facts.batch : facts.logs[name];
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'none';
    return Number.isInteger(value) ? String(value) : value.toFixed(4);
  });
}

function checkBraces(path: string, { parameters: { figures } }: CallbackContext): void {
  for (const [, name = ''] of path.matchAll(BRACES)) {
    if (name === 'epoch' || name === 'batch') continue;
    if (Object.keys(figures).some((figure) => name === figure || name.startsWith(`${figure}_`))) continue;
    throw trainingError(
      'unknown_name',
      `checkpoint: {${name}} in the path is neither epoch, batch nor a figure of this training, which has ${Object.keys(figures).join(', ')}.`,
    );
  }
}

async function saveVariables(path: string, values: VariableValues): Promise<void> {
  const file = { format: 'mettle-variables', version: 1, saved_with: packageVersion(), variables: values };
  await writeFileAtomically(path, `${JSON.stringify(file, null, 2)}\n`);
}
