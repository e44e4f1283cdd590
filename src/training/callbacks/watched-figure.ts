import { type MettleError, type OptionKinds, option } from '../../core/index.js';
import { nearNames } from '../../core/internal.js';
import type { CallbackContext } from '../callback.js';
import { trainingError } from '../error-codes.js';
import type { Logs } from '../history.js';

/** Which figure decides, and what is better. */
export interface WatchOptions {
  /** Name of the figure. Default: `val_reward`, or `reward` where nothing is held out for selection. */
  readonly monitor?: string;
  /** Whether more is better. Default `auto`: as the figure says of itself. */
  readonly mode?: 'auto' | 'max' | 'min';
  /** How much better a value must be to count. Default 0: any at all. */
  readonly minDelta?: number;
}

/** The kinds of {@link WatchOptions}. */
export const WATCH_OPTIONS: OptionKinds<WatchOptions> = {
  monitor: option.string,
  mode: option.oneOf(['auto', 'max', 'min']),
  minDelta: option.amount,
};

/** A figure of a training, and the best of it so far. */
export interface WatchedFigure {
  readonly name: string;
  readonly mode: 'max' | 'min';
  /** Null before anything was measured. */
  readonly best: number | null;
  /** The figure in some logs; null where it was not measured. */
  read(logs: Logs): number | null;
  /** Whether a value beats the best so far, which it then is. */
  improve(value: number): boolean;
  /** Whether a value is at least as good as another. */
  reaches(value: number, goal: number): boolean;
}

/**
 * Begins to watch a figure.
 *
 * @param first - a value that must be beaten.
 * @throws {MettleError} `training/unknown_name` when the training has no such figure, with those it has.
 */
export function watchFigure(
  owner: string,
  options: WatchOptions,
  { parameters: { figures } }: CallbackContext,
  first: number | null = null,
): WatchedFigure {
  const { mode = 'auto', minDelta = 0 } = options;
  const name = options.monitor ?? (Object.hasOwn(figures, 'val_reward') ? 'val_reward' : 'reward');
  // A metric that gives several figures is known by its own name: what follows an underscore comes with the first logs.
  const known = Object.keys(figures).find((figure) => name === figure || name.startsWith(`${figure}_`));
  if (known === undefined) throw unknownFigure(owner, name, Object.keys(figures));
  const isMax = (mode === 'auto' ? figures[known] : mode) === 'max';
  let best = first;
  return {
    name,
    mode: isMax ? 'max' : 'min',
    get best() {
      return best;
    },
    read: (logs) => {
      const value = Object.hasOwn(logs, name) ? logs[name] : null;
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    },
    improve(value) {
      const isBetter = best === null || (isMax ? value > best + minDelta : value < best - minDelta);
      if (isBetter) best = value;
      return isBetter;
    },
    reaches: (value, goal) => (isMax ? value >= goal : value <= goal),
  };
}

function unknownFigure(owner: string, name: string, known: readonly string[]): MettleError {
  const near = nearNames(name, known);
  const words = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `It has ${known.join(', ')}.`;
  return trainingError(
    'unknown_name',
    `${owner}: this training has no figure ${JSON.stringify(name)}. ${words}`,
    { details: { known, near } },
  );
}
