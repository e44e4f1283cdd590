import type { Json, JsonObject, RandomStream } from '../../core/index.js';
import type { Observation } from '../../records/index.js';
import { answerFrom, oneOff } from './answer-edits.js';
import { argumentLeaves, isSql } from './argument-leaves.js';
import { boundaryEdits, type CallEdits, filterEdits, refusedEdits, valueEdits } from './call-edits.js';

/**
 * A way in which an agent goes wrong.
 *
 * `wrong_filter`: a condition selects other things. `off_by_one`: a bound or the answer is one off. `skip_verification`: what
 * was changed is not looked at again. `skip_step`: a call is left out. `over_call`: a call is made twice. `wrong_argument`: a
 * value is wrong. `stale_answer`: the answer is taken from the first observation. `gives_up`: the episode ends before the
 * work does. `swallowed_error`: a call is refused, and the agent goes on as if it had worked.
 */
export type Fault =
  | 'wrong_filter'
  | 'off_by_one'
  | 'skip_verification'
  | 'skip_step'
  | 'over_call'
  | 'wrong_argument'
  | 'stale_answer'
  | 'gives_up'
  | 'swallowed_error';

/** A call as a policy makes it, with what came back once it was made. */
export interface PolicyCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** How a call goes wrong: with other arguments, not at all, twice, or as the end of the episode. */
export type CallMistake =
  | { readonly kind: 'replace' | 'swallow'; readonly arguments: JsonObject }
  | { readonly kind: 'skip' | 'repeat' | 'stop' };

/** What a fault may look at. */
export interface FaultContext {
  readonly random: RandomStream;
  /** The calls before, and what came back. */
  readonly done: readonly { readonly call: PolicyCall; readonly observation: Observation }[];
}

/** What a fault does to a step; null where this step can't go wrong in this way. */
export interface FaultRule {
  readonly call?: (call: PolicyCall, context: FaultContext) => CallMistake | null;
  readonly answer?: (
    answer: Json,
    context: FaultContext,
  ) => { readonly value: Json } | { readonly kind: 'stop' } | null;
}

/** The rules of all faults. */
export const FAULT_RULES: Readonly<Record<Fault, FaultRule>> = {
  wrong_filter: { call: edited(filterEdits) },
  off_by_one: {
    call: edited(boundaryEdits),
    answer: (answer, { random }) => answerOf(oneOff(answer, random.chance(0.5) ? 1 : -1)),
  },
  skip_verification: {
    call: (call, { done }) =>
      !isWriting(call) && done.some((earlier) => isWriting(earlier.call)) ? { kind: 'skip' } : null,
  },
  skip_step: { call: () => ({ kind: 'skip' }) },
  over_call: { call: () => ({ kind: 'repeat' }) },
  wrong_argument: { call: edited(valueEdits) },
  stale_answer: {
    answer: (answer, { done }) => {
      const [first] = done;
      const stale = first === undefined ? null : answerFrom(first.observation, answer);
      return JSON.stringify(stale) === JSON.stringify(answer) ? null : answerOf(stale);
    },
  },
  gives_up: { call: () => ({ kind: 'stop' }), answer: () => ({ kind: 'stop' }) },
  swallowed_error: {
    call: (call, { random }) => ({ kind: 'swallow', arguments: random.pick(refusedEdits(call.arguments)) }),
  },
};

function edited(edits: CallEdits): NonNullable<FaultRule['call']> {
  return (call, { random }) => {
    const candidates = edits(call.arguments);
    return candidates.length === 0 ? null : { kind: 'replace', arguments: random.pick(candidates) };
  };
}

function answerOf(value: Json | null): { readonly value: Json } | null {
  return value === null ? null : { value };
}

/** Whether a call changes something, as far as its words tell. */
function isWriting({ tool, arguments: argumentValues }: PolicyCall): boolean {
  const sql = argumentLeaves(argumentValues).find(isSql);
  if (sql !== undefined) return /\b(?:insert|update|delete|replace)\b/i.test(String(sql.value));
  return /write|edit|insert|update|delete|remove|create|put|patch|post|move|rename|execute|append|set_|add_/i.test(
    tool,
  );
}
