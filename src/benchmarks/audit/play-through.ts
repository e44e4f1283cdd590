import type { Json, JsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { AuditEpisode, AuditPlace, AuditStep, AuditTarget } from './audit-target.js';

/** Actions in one episode. What goes on longer pays nobody. */
const MOST_ACTIONS = 120;

/** Who plays an episode: does actions until it has nothing left to do. `act` gives null once the episode is over. */
export type Play = (
  act: (action: JsonObject) => Promise<AuditStep | null>,
  episode: Pick<AuditEpisode, 'first' | 'metadata' | 'state'>,
) => Promise<void>;

/** An episode that was played. */
export interface Playthrough {
  readonly first: string;
  readonly metadata: Json;
  readonly steps: readonly AuditStep[];
  /** What the environment said of it at its end. */
  readonly state: Json;
  /** The sum of the rewards that are numbers; null where none is one. */
  readonly total: number | null;
  readonly done: boolean;
  /** How the environment broke; null where it did not. */
  readonly broken: string | null;
}

/** Plays an episode from its start, in an episode of its own. */
export async function playThrough(
  target: AuditTarget,
  place: AuditPlace,
  play: Play,
  { afterEnd = false }: { readonly afterEnd?: boolean } = {},
): Promise<Playthrough> {
  const steps: AuditStep[] = [];
  let episode: AuditEpisode | null = null;
  let broken: string | null = null;
  let state: Json = null;
  try {
    const live = await target.begin(place);
    episode = live;
    await play(async (action) => {
      const isOver = steps.at(-1)?.done === true && !afterEnd;
      if (isOver || broken !== null || steps.length >= MOST_ACTIONS) return null;
      const step = await live.act(action);
      steps.push(step);
      return step;
    }, live);
    state = await live.state();
  } catch (error) {
    broken = errorMessage(error);
  } finally {
    await episode?.close().catch(() => undefined);
  }
  return {
    first: episode?.first ?? '',
    metadata: episode?.metadata ?? null,
    steps,
    state,
    total: totalOf(steps),
    done: steps.some(({ done }) => done),
    broken,
  };
}

/** Does these actions one after another. */
export function doAll(actions: readonly JsonObject[]): Play {
  return async (act) => {
    for (const action of actions) if ((await act(action)) === null) return;
  };
}

function totalOf(steps: readonly AuditStep[]): number | null {
  const rewards = steps.flatMap(({ reward }) => (typeof reward === 'number' ? [reward] : []));
  return rewards.length === 0 ? null : rewards.reduce((sum, reward) => sum + reward, 0);
}
