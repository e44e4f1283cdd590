import { canonicalJson } from '../../core/index.js';
import type { WorldState } from '../../environments/index.js';
import type { ExpectedOutcome, StateCheck } from '../../records/index.js';
import type { ReplayedSession } from './replay-session.js';

/** What a session leaves behind, as checks. */
export interface EndState {
  readonly expected: ExpectedOutcome;
  /** Facts that the session changed and that are no part of the check, and why. */
  readonly unchecked: ReadonlyMap<string, string>;
}

/**
 * The check that a session's end state is: each file that it changed by calls that re-executed alike is as it left it, and what it didn't change is as it
 * was. A file that a call changed which did not re-execute alike is left out, unless a later one wrote all of it.
 */
export function endStateOf({ calls, episode }: ReplayedSession): EndState {
  const { initial, final } = episode;
  const unchecked = new Map<string, string>();
  const changed = new Set<string>();
  for (const { name, whole, isSame, callId } of changesOf({ calls, episode })) {
    changed.add(name);
    if (!isSame) unchecked.set(name, `the call ${callId} changed it and did not re-execute alike`);
    else if (whole) unchecked.delete(name);
  }
  const goals = [...changed]
    .filter((name) => !unchecked.has(name) && !isEqual(initial, final, name))
    .sort()
    .map((name): StateCheck => {
      const value = final.get(name);
      return value === undefined ? { kind: 'absent', name } : { kind: 'fact', name, value };
    });
  const except = [...changed].sort();
  return {
    expected: { answer: null, stateDigest: null, goals, invariants: [{ kind: 'unchanged', except }] },
    unchecked,
  };
}

interface Change {
  readonly name: string;
  readonly callId: string;
  readonly isSame: boolean;
  /** Whether the call wrote the whole file. */
  readonly whole: boolean;
}

function changesOf({ calls, episode }: Pick<ReplayedSession, 'calls' | 'episode'>): readonly Change[] {
  const observations = episode.trajectory.steps.filter((step) => step.type === 'observation');
  return calls.flatMap(({ call, place, result }) => {
    const changes = place === null ? [] : (observations[place]?.changes ?? []);
    return changes.map(({ name }) => ({
      name,
      callId: call.callId,
      isSame: result === 'same',
      whole: call.tool === 'Write' || call.tool === 'write',
    }));
  });
}

function isEqual(initial: WorldState, final: WorldState, name: string): boolean {
  const [before, after] = [initial.get(name), final.get(name)];
  if (before === undefined || after === undefined) return before === after;
  return canonicalJson(before) === canonicalJson(after);
}
