import type { Policy } from '../../environments/index.js';
import type { CallAlignment } from './align-calls.js';
import type { BlamedStep } from './attribution.js';
import type { LiveAction, LiveCall } from './committed-actor.js';
import type { Continued } from './continue-from-all.js';
import type { Continuation, Measurement } from './measurement.js';

/** The step that lost an episode, by what came of its continuations. */
export async function locateBlame(
  measurement: Measurement,
  options: {
    readonly reference: Policy;
    readonly alignment: CallAlignment;
    readonly continued: Continued;
  },
): Promise<BlamedStep> {
  const { alignment, continued } = options;
  const at = continued.lastWon;
  const live = continued.from.get(at)?.live ?? [];
  const step = continued.steps[at]?.step ?? measurement.record.steps.length;
  const role = alignment.roles[at];
  if (role === 'extra') return { step, kind: 'extra_call', instead: null, confirmed: null };
  if (role === 'changed') {
    return { step, kind: 'wrong_call', instead: counterpart(live, alignment, at), confirmed: null };
  }
  // What is done here is what the reference does, or the end: it fails by what was not done before.
  const missing = await necessaryCall(measurement, options, at, live);
  if (missing !== null) {
    const place = placeOf(missing, alignment, at) ?? at;
    return {
      step: continued.steps[place]?.step ?? step,
      kind: 'missing_call',
      instead: missing,
      confirmed: null,
    };
  }
  if (role === 'same') {
    return { step, kind: 'wrong_call', instead: counterpart(live, alignment, at), confirmed: null };
  }
  const answer = live.find(({ kind }) => kind === 'answer') ?? null;
  const isAnswered = continued.steps[at]?.role === 'answer';
  return { step, kind: isAnswered ? 'wrong_answer' : 'missing_answer', instead: answer, confirmed: null };
}

/** What the reference does in the place of a recorded call. */
export function counterpart(
  live: readonly LiveAction[],
  { standsFor }: CallAlignment,
  at: number,
): LiveAction | null {
  const same = live.find((action) => action.kind === 'call' && standsFor[action.ordinal] === at);
  return same ?? live[0] ?? null;
}

/** Before which recorded call a call belongs that the record lacks; null for what it does not lack. */
export function placeOf(
  action: LiveAction,
  { standsFor, places }: CallAlignment,
  end: number,
): number | null {
  if (action.kind !== 'call' || (standsFor[action.ordinal] ?? null) !== null) return null;
  return places[action.ordinal] ?? end;
}

/**
 * Of the calls that the reference makes in a branch and that belong before it, the first without which it fails; null where it
 * does without all of them.
 */
async function necessaryCall(
  measurement: Measurement,
  { reference, alignment }: { readonly reference: Policy; readonly alignment: CallAlignment },
  at: number,
  live: Continuation['live'],
): Promise<LiveCall | null> {
  const isEnd = at === measurement.calls.length;
  const calls = live.filter((action): action is LiveCall => {
    if (action.kind !== 'call') return false;
    const place = placeOf(action, alignment, at);
    return isEnd || (place !== null && place <= at);
  });
  const [first] = calls;
  if (first === undefined) return null;
  const failsWithout = async (withheld: readonly LiveCall[]): Promise<boolean> => {
    const branch = await measurement.at(at);
    const ordinals = new Set(withheld.map(({ ordinal }) => ordinal));
    const { outcome } = await measurement.play(branch, reference, { plan: alignment, withheld: ordinals });
    return outcome.verdict !== 'pass';
  };
  const { budget } = measurement.options;
  if (budget.left > 0 && !(await failsWithout(calls))) return null;
  for (const call of calls.length === 1 ? [] : calls) {
    if (budget.left === 0) break;
    if (await failsWithout([call])) return call;
  }
  return first;
}
