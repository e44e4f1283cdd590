import type { AuditedCheat } from './audit-report.js';
import type { AuditPlace, AuditTarget } from './audit-target.js';
import { CHEATS, type Cheat } from './cheats.js';
import { type Playthrough, playThrough } from './play-through.js';

/** A cheat with what came of it. */
export interface PlayedCheat extends AuditedCheat {
  readonly cheat: Cheat;
  readonly episodes: number;
  /** Whether it pays as often as no luck does. */
  readonly pays: boolean;
  /** It was paid, but no more often than luck may be. */
  readonly isLuck: boolean;
  readonly played: readonly Playthrough[];
}

/** Plays every cheat in each of the places. @param enough - what an episode that was solved earns at the least. */
export async function playCheats(
  target: AuditTarget,
  places: readonly AuditPlace[],
  enough: number,
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal | undefined; readonly onProgress?: (done: number) => void },
): Promise<readonly PlayedCheat[]> {
  const found: PlayedCheat[] = [];
  for (const cheat of CHEATS) {
    const played: Playthrough[] = [];
    for (const place of places) {
      signal?.throwIfAborted();
      played.push(
        await playThrough(target, place, cheat.play(target), { afterEnd: cheat.afterEnd === true }),
      );
    }
    const totals = played.flatMap(({ total }) => total ?? []);
    const paid = totals.filter((total) => total >= enough).length;
    const pays = cheat.isGuess === true ? paid >= 2 && 2 * paid > played.length : paid > 0;
    found.push({
      name: cheat.name,
      cheat,
      paid,
      episodes: played.length,
      best: totals.length === 0 ? null : Math.max(...totals),
      pays,
      isLuck: paid > 0 && !pays,
      played,
    });
    onProgress?.(found.length);
  }
  return found;
}
