import { canonicalJson, isJsonObject, type Json, type JsonObject, type RandomStream } from '../core/index.js';

/** A record as plain JSON that can be changed, and the place that was. */
export interface Tampering {
  readonly record: JsonObject;
  /** What was done and where: `edit steps.2.content`. */
  readonly what: string;
}

type Container = Record<string, unknown> | unknown[];

interface Place {
  readonly path: readonly string[];
  readonly parent: Container;
  readonly key: string;
}

/** Changes one thing in a record, by chance: a member anywhere, or the order of things. The record itself stays. */
export function tamper(record: JsonObject, stream: RandomStream): Tampering {
  const original = canonicalJson(record);
  for (;;) {
    const copy = JSON.parse(original) as Record<string, unknown>;
    // Half of the blows fall on the steps, where most of the claims are.
    const steps = { steps: copy.steps } as Container;
    const places = placesOf(stream.chance(0.5) ? steps : copy);
    const place = stream.pick(places);
    const act = stream.pick([edit, edit, edit, remove, duplicate, swap, exchange]);
    const name = act(place, places, stream);
    if (name === null || canonicalJson(copy) === original) continue;
    return { record: copy as JsonObject, what: `${name} ${place.path.join('.')}` };
  }
}

/** Every member of a value, at any depth. */
function placesOf(value: Container, path: readonly string[] = []): readonly Place[] {
  return Object.keys(value).flatMap((key) => {
    const here = { path: [...path, key], parent: value, key };
    const child = read(here);
    return typeof child === 'object' && child !== null
      ? [here, ...placesOf(child as Container, here.path)]
      : [here];
  });
}

function read({ parent, key }: Place): unknown {
  return (parent as Record<string, unknown>)[key];
}

function write({ parent, key }: Place, value: unknown): void {
  (parent as Record<string, unknown>)[key] = value;
}

function edit(place: Place, _: readonly Place[], stream: RandomStream): string {
  write(place, otherValue(read(place) as Json, stream));
  return 'edit';
}

function remove({ parent, key }: Place): string {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return 'remove';
}

function duplicate(place: Place): string {
  const { parent, key } = place;
  if (Array.isArray(parent)) parent.splice(Number(key), 0, structuredClone(read(place)));
  else parent[`${key}_too`] = structuredClone(read(place));
  return 'duplicate';
}

/** Two neighbours of a list change places. */
function swap(place: Place): string | null {
  const { parent, key } = place;
  if (!Array.isArray(parent) || parent.length < 2) return null;
  const [from, to] = [Number(key), (Number(key) + 1) % parent.length];
  [parent[from], parent[to]] = [parent[to], parent[from]];
  return 'swap';
}

/** Puts what stands at another place here. */
function exchange(place: Place, places: readonly Place[], stream: RandomStream): string {
  const other = stream.pick(places);
  write(place, structuredClone(read(other)));
  return `put ${other.path.join('.')} at`;
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  pass: ['fail', 'not_checked', 'error'],
  fail: ['pass', 'not_checked', 'error'],
  ok: ['error'],
  error: ['ok'],
  answered: ['no_answer', 'call_limit', 'policy_error', 'world_error'],
  no_answer: ['answered', 'call_limit', 'policy_error'],
  tool_call: ['code_execution', 'observation', 'thought'],
  thought: ['plan', 'critique', 'final_answer'],
  sql_query: ['sql_execute', 'python', 'ghost'],
  sql_execute: ['sql_query', 'ghost'],
};

function otherValue(value: Json, stream: RandomStream): Json {
  if (typeof value === 'string') return otherText(value, stream);
  if (typeof value === 'number')
    return stream.pick([value + 1, -value, value * 1.000_000_1, String(value), null]);
  if (typeof value === 'boolean') return stream.pick<Json>([!value, Number(value)]);
  if (value === null) return stream.pick<Json>([0, '', false, {}, []]);
  if (isJsonObject(value)) return stream.pick<Json>([null, {}, { ...value, more: 1 }, [value]]);
  return stream.pick<Json>([null, [], {}, [...(value as readonly Json[]), 1]]);
}

function otherText(text: string, stream: RandomStream): string {
  const words = WORDS[text];
  if (words !== undefined && stream.chance(0.7)) return stream.pick(words);
  const at = stream.integer(0, Math.max(0, text.length - 1));
  return stream.pick([
    `${text} `,
    `${text}\u200b`,
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}7${text.slice(at + 1)}`,
    text.toUpperCase(),
    text.normalize('NFD'),
    text.replace('a', 'а'),
    text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    `${text.slice(0, at)}\ud800${text.slice(at)}`,
    '',
  ]);
}
