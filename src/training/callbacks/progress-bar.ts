import { defineOptions, option, type ProgressLine } from '../../core/index.js';
import { createProgressLine, visibleText } from '../../core/internal.js';
import { systemClock } from '../../models/internal.js';
import type { Callback, CallbackContext } from '../callback.js';
import type { Logs } from '../history.js';

/** Options of {@link progressBar}. */
export interface ProgressBarOptions {
  /** 0 nothing · 1 count, rate, time left and figures while an epoch goes on (the default) · 2 one line for each epoch. */
  readonly verbose?: 0 | 1 | 2;
  /** The figures to show. Default: all. */
  readonly figures?: readonly string[];
  /** Where lines go. Default: standard error. */
  readonly write?: (text: string) => void;
  /** Whether that is a terminal, where a line may be drawn anew; a pipe gets plain lines. Default: asked of standard error. */
  readonly terminal?: boolean;
  /** Columns of the terminal. Default: asked of it. */
  readonly columns?: number;
  /** Milliseconds of a clock that never goes back. Default: the process's. */
  readonly now?: () => number;
}

const checkProgressBarOptions = defineOptions<ProgressBarOptions>()('progressBar', {
  verbose: option.oneOf([0, 1, 2]),
  figures: option.list(option.string),
  write: option.callback,
  terminal: option.boolean,
  columns: option.wholeNumber(1),
  now: option.callback,
});

/**
 * Shows how far a training, an evaluation or a prediction is: `epoch 2/3  5/20  25%  2.1/s  8 s left  reward 0.5000`. The
 * time left is that of the epoch.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function progressBar(options: ProgressBarOptions = {}): Callback {
  checkProgressBarOptions(options);
  const { verbose = 1, figures, now = systemClock.now } = options;
  if (verbose === 0) return {};
  const write = options.write ?? ((text: string) => void process.stderr.write(text));
  const terminal = verbose === 1 && (options.terminal ?? process.stderr.isTTY === true);
  const columns = options.columns ?? process.stderr.columns;
  const shown = (logs: Logs): string => showFigures(logs, figures);
  let line: ProgressLine | null = null;
  let stage = '';
  let startedAt = 0;

  const begin = (name: string): void => {
    line?.finish();
    line = createProgressLine({ write, terminal, now, ...(columns === undefined ? {} : { columns }) });
    stage = name;
    startedAt = now();
  };
  const update = (batch: number, logs: Logs, { parameters: { steps } }: CallbackContext): void => {
    if (verbose !== 1) return;
    const total = steps === null ? {} : { total: steps };
    line?.update({ stage, done: batch + 1, ...total, ...note(shown(logs)) });
  };
  const end = (logs: Logs): void => {
    line?.finish();
    const seconds = `${((now() - startedAt) / 1000).toFixed(1)} s`;
    write(`${[stage, seconds, shown(logs)].filter((part) => part !== '').join('  ')}\n`);
  };
  return {
    onEpochBegin: (epoch, { parameters: { epochs } }) => begin(`epoch ${epoch + 1}/${epochs}`),
    onTrainBatchEnd: update,
    onEpochEnd: (_epoch, logs) => end(logs),
    onTestBegin: () => begin('evaluate'),
    onTestBatchEnd: update,
    onTestEnd: (logs) => end(logs),
    onPredictBegin: () => begin('predict'),
    onPredictBatchEnd: (batch, context) => update(batch, {}, context),
    onPredictEnd: () => end({}),
    // What stands there stays, and the error begins a line of its own.
    onError: () => line?.finish(),
  };
}

function note(text: string): { readonly note?: string } {
  return text === '' ? {} : { note: text };
}

/** `reward 0.5000  total_tokens 1200`: four decimals, whole numbers as they are; what was not measured is `-`. */
function showFigures(logs: Logs, figures: readonly string[] | undefined): string {
  return Object.entries(logs)
    .filter(([name]) => figures === undefined || figures.includes(name))
    .map(([name, value]) => `${visibleText(name).replaceAll('\n', ' ')} ${showNumber(value)}`)
    .join('  ');
}

function showNumber(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-';
  if (Number.isInteger(value) && Math.abs(value) >= 10) return String(value);
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(3) : value.toFixed(4);
}
