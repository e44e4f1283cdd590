import * as option from './option-kinds.js';
import { defineOptions } from './options.js';
import type { ProgressListener, ProgressUpdate } from './progress.js';
import { startOf } from './text/start-of.js';
import { visibleText } from './text/visible-text.js';

/** Where progress goes and what time it is. */
export interface ProgressLineOptions {
  readonly write: (text: string) => void;
  /** A terminal gets one line that is redrawn; a pipe gets plain lines, one a stage and one every tenth of it. */
  readonly terminal: boolean;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Columns of the terminal. Default 80. */
  readonly columns?: number;
}

const checkProgressLineOptions = defineOptions<ProgressLineOptions>()('createProgressLine', {
  write: option.required(option.callback),
  terminal: option.required(option.boolean),
  now: option.required(option.callback),
  columns: option.number,
});

/** Shows progress with count, rate and time left. */
export interface ProgressLine {
  readonly update: ProgressListener;
  /** Removes the line that is being redrawn, so that other text can take its place; the next update draws it again. */
  readonly clear: () => void;
  /** Ends the line that is being redrawn. One that stopped short of its total stays as count and time. */
  readonly finish: () => void;
}

/** Redraws closer together than this many milliseconds are left out. */
const REDRAW_INTERVAL = 80;

/** Makes a {@link ProgressLine}. */
export function createProgressLine(options: ProgressLineOptions): ProgressLine {
  checkProgressLineOptions(options);
  let stage = '';
  let done = 0;
  let startedAt = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let tenth = -1;
  let open = false;

  const draw = (text: string): void =>
    options.write(`\r\u001b[2K${startOf(text, (options.columns ?? 80) - 1)}`);

  const clear = (): void => {
    if (!open) return;
    draw('');
    options.write('\r');
    open = false;
    drawnAt = Number.NEGATIVE_INFINITY;
  };

  const finish = (): void => {
    if (!open) return;
    const time = renderSeconds((options.now() - startedAt) / 1000);
    draw(visibleText(`${stage}  ${done > 0 ? `${done} ` : ''}in ${time}`).replaceAll('\n', ' '));
    options.write('\n');
    open = false;
  };

  const update = (progress: ProgressUpdate): void => {
    const now = options.now();
    // A count that falls is that of the next piece of work in the same stage.
    const isNewStage = progress.stage !== stage || progress.done < done;
    if (isNewStage) finish();
    done = progress.done;
    if (isNewStage) {
      stage = progress.stage;
      startedAt = now;
      drawnAt = Number.NEGATIVE_INFINITY;
      tenth = -1;
    }
    const isDone = progress.total !== undefined && progress.done >= progress.total;
    const text = renderProgress(progress, (now - startedAt) / 1000);
    if (options.terminal) {
      if (!isDone && now - drawnAt < REDRAW_INTERVAL) return;
      drawnAt = now;
      draw(text);
      open = !isDone;
      if (isDone) options.write('\n');
      return;
    }
    const nextTenth = progress.total ? Math.floor((progress.done / progress.total) * 10) : 0;
    if (!isNewStage && !isDone && nextTenth === tenth) return;
    if (isDone && tenth === 10) return;
    tenth = isDone ? 10 : nextTenth;
    options.write(`${text}\n`);
  };

  return { update, clear, finish };
}

/** `run tasks  120/480  25%  41.3/s  9 s left  note` */
export function renderProgress(progress: ProgressUpdate, elapsedSeconds: number): string {
  const parts = [progress.stage];
  const rate = elapsedSeconds > 0 ? (progress.done - (progress.resumedAt ?? 0)) / elapsedSeconds : 0;
  if (progress.total === undefined) {
    if (progress.done > 0) parts.push(`${progress.done}`);
  } else {
    parts.push(`${progress.done}/${progress.total}`);
    if (progress.total > 0) parts.push(`${Math.floor((progress.done / progress.total) * 100)}%`);
  }
  if (rate > 0) parts.push(`${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`);
  const left = secondsLeft(progress, rate);
  if (left !== undefined) parts.push(`${renderSeconds(left)} left`);
  if (progress.note !== undefined) parts.push(progress.note);
  return visibleText(parts.join('  ')).replaceAll('\n', ' ');
}

/** The sooner of the end that count and rate say and the one that the work says. */
function secondsLeft(progress: ProgressUpdate, rate: number): number | undefined {
  const { done, total } = progress;
  if (total === undefined || done >= total) return progress.secondsLeft;
  if (rate === 0) return progress.secondsLeft;
  return Math.min((total - done) / rate, progress.secondsLeft ?? Number.POSITIVE_INFINITY);
}

function renderSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${Math.ceil(seconds - minutes * 60)} s`;
}
