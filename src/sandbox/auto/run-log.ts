import { isDeepStrictEqual } from 'node:util';
import { MettleError } from '../../core/index.js';
import type { FileTreeCheckpoint } from '../../filesystem/index.js';
import type { HostFunctions } from '../contract.js';
import type { EngineRun } from '../engine.js';
import { PythonFloat, PythonObject, type PythonValue } from '../python-value.js';

/** One call of a host function and what it came to; a call that never settled has no outcome. */
interface RecordedCall {
  readonly args: readonly PythonValue[];
  outcome?: { readonly value: PythonValue } | { readonly thrown: unknown };
}

/** The calls of each host function, in the order in which Python made them. */
export type RecordedCalls = ReadonlyMap<string, readonly RecordedCall[]>;

/** A finished run, kept so that it can be repeated elsewhere with the same answers. */
export interface LoggedRun {
  readonly request: EngineRun;
  /** The tree as it was before the run. */
  readonly before: FileTreeCheckpoint;
  readonly calls: RecordedCalls;
  readonly ok: boolean;
  readonly value: PythonValue;
  readonly stdout: string;
}

/** Host functions that note what they are asked and answer. */
export interface RecordedFunctions {
  readonly functions: HostFunctions;
  readonly calls: RecordedCalls;
}

/** Wraps host functions so that every call and answer is noted, as they are at that moment. */
export function recordCalls(functions: HostFunctions): RecordedFunctions {
  const calls = new Map<string, RecordedCall[]>();
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    async (...args: PythonValue[]): Promise<PythonValue> => {
      const recorded: RecordedCall = { args: copyPythonValue(args) as readonly PythonValue[] };
      const list = calls.get(name);
      if (list === undefined) calls.set(name, [recorded]);
      else list.push(recorded);
      try {
        const value = await call(...args);
        recorded.outcome = { value: copyPythonValue(value) };
        return value;
      } catch (thrown) {
        recorded.outcome = { thrown };
        throw thrown;
      }
    },
  ]);
  return { functions: Object.fromEntries(wrapped), calls };
}

/** Host functions that answer as in a logged run, and whether the calls were the same. */
export interface ReplayedFunctions {
  readonly functions: HostFunctions;
  /** False once a call was made that the logged run did not make so, or when one it made was left out. */
  readonly isSame: () => boolean;
}

/** Host functions that answer as they did in a logged run, and never reach the host. */
export function replayCalls(run: LoggedRun): ReplayedFunctions {
  let isSame = true;
  const waiting = new Map(Array.from(run.calls, ([name, calls]) => [name, [...calls]]));
  const functions = Object.keys(run.request.functions).map((name) => [
    name,
    (...args: PythonValue[]): PythonValue => {
      const recorded = waiting.get(name)?.shift();
      if (recorded?.outcome === undefined || !isDeepStrictEqual(recorded.args, args)) {
        isSame = false;
        throw new MettleError({
          code: 'sandbox/replay_diverged',
          message: `${name} was not called so before`,
        });
      }
      if ('thrown' in recorded.outcome) throw recorded.outcome.thrown;
      return recorded.outcome.value;
    },
  ]);
  return {
    functions: Object.fromEntries(functions),
    isSame: () => isSame && Array.from(waiting.values()).every((calls) => calls.length === 0),
  };
}

/** Beyond this depth a value is no longer copied: it cannot cross into a sandbox anyway. */
const MAX_COPIED_DEPTH = 200;

/**
 * A copy that later changes of the original do not reach. Objects that cannot cross into a sandbox stay themselves, so
 * that they are refused a second time as well.
 */
export function copyPythonValue(value: PythonValue, depth = 0): PythonValue {
  if (value === null || typeof value !== 'object' || depth > MAX_COPIED_DEPTH) return value;
  if (value instanceof PythonFloat || value instanceof PythonObject) return value;
  if (value instanceof Uint8Array) return value.slice();
  const copy = (item: PythonValue): PythonValue => copyPythonValue(item, depth + 1);
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Set) return new Set(Array.from(value, copy));
  if (value instanceof Map) return new Map(Array.from(value, ([key, member]) => [copy(key), copy(member)]));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}

/** Whether an object is none of a class: its prototype is the root of its realm, or it has none. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
