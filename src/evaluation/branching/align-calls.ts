import { canonicalJson } from '../../core/index.js';
import { type AskedCall, isSameCall } from '../verifiers/recorded-calls.js';
import type { CallPlan } from './committed-actor.js';

/** What a recorded call is beside those that another policy makes for the same task. */
type CallRole = 'same' | 'changed' | 'extra';

/** The calls of a record beside those that another policy makes from the start. */
export interface CallAlignment extends CallPlan {
  /** For each recorded call. */
  readonly roles: readonly CallRole[];
  /** For each call of the other policy: where among the recorded calls it stands, or would have to stand. */
  readonly places: readonly number[];
}

/**
 * Sets calls side by side so that the least has to be changed: calls of one tool may stand for one another, the better the more
 * words they share. Of several missing calls and extra ones in a row, the missing ones come first.
 */
export function alignCalls(recorded: readonly AskedCall[], usual: readonly AskedCall[]): CallAlignment {
  const costOfPair = pairCosts(recorded, usual);
  const rest = costsToTheEnd(recorded.length, usual.length, costOfPair);
  const roles: CallRole[] = [];
  const standsFor: (number | null)[] = [];
  const places: number[] = [];
  let [at, other] = [0, 0];
  while (at < recorded.length || other < usual.length) {
    const total = restAt(rest, at, other);
    const pair = costOfPair(at, other);
    if (pair !== null && total === pair + restAt(rest, at + 1, other + 1)) {
      roles.push(pair === 0 ? 'same' : 'changed');
      standsFor.push(at);
      places.push(at);
      at += 1;
      other += 1;
    } else if (other < usual.length && total === 1 + restAt(rest, at, other + 1)) {
      standsFor.push(null);
      places.push(at);
      other += 1;
    } else {
      roles.push('extra');
      at += 1;
    }
  }
  return { usual, standsFor, roles, places };
}

type PairCost = (at: number, other: number) => number | null;

/** What it costs to let one call stand for another: 0 for the same, null where it can't. Leaving one out costs 1. */
function pairCosts(recorded: readonly AskedCall[], usual: readonly AskedCall[]): PairCost {
  const recordedWords = recorded.map(wordsOf);
  const usualWords = usual.map(wordsOf);
  return (at, other) => {
    const [left, right] = [recorded[at], usual[other]];
    if (left === undefined || right === undefined || left.tool !== right.tool) return null;
    if (isSameCall(left, right)) return 0;
    return 1.5 - likeness(recordedWords[at], usualWords[other]);
  };
}

function wordsOf(call: AskedCall): ReadonlySet<string> {
  return new Set(
    (call.invalidArguments ?? canonicalJson(call.arguments)).match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [],
  );
}

/** The share of the words of two calls that both have. */
function likeness(left: ReadonlySet<string> = new Set(), right: ReadonlySet<string> = new Set()): number {
  let both = 0;
  for (const word of left) if (right.has(word)) both += 1;
  const all = left.size + right.size - both;
  return all === 0 ? 1 : both / all;
}

function costsToTheEnd(recorded: number, usual: number, costOfPair: PairCost): readonly Float64Array[] {
  const rest = Array.from({ length: recorded + 1 }, () => new Float64Array(usual + 1));
  for (let at = recorded; at >= 0; at--) {
    for (let other = usual; other >= 0; other--) {
      if (at === recorded && other === usual) continue;
      const pair = costOfPair(at, other);
      (rest[at] as Float64Array)[other] = Math.min(
        pair === null ? Number.POSITIVE_INFINITY : pair + restAt(rest, at + 1, other + 1),
        other < usual ? 1 + restAt(rest, at, other + 1) : Number.POSITIVE_INFINITY,
        at < recorded ? 1 + restAt(rest, at + 1, other) : Number.POSITIVE_INFINITY,
      );
    }
  }
  return rest;
}

function restAt(rest: readonly Float64Array[], at: number, other: number): number {
  return rest[at]?.[other] ?? Number.POSITIVE_INFINITY;
}
