/**
 * The switches of the parts, in the process that searches: `build.ts` puts what `switched` makes of each export in its place.
 */
import { parts } from './parts.js';

/** The part that is off. */
let offPart: string | null = null;
/** Evaluations up to which an engine that found nothing may as well not have been asked. */
const FEW_EVALUATIONS = 10;

/** Parts that did something since this was last cleared. A part at rest would change nothing if it were off. */
export const active = new Set<string>();

/** The part of each operator of the library, by the name of its entry. */
const partOfEntry = new Map<string, string>();

type Entries = { readonly name: string }[];

/** The lists of operators that searches take, as they are with everything on. */
const lists: { readonly list: Entries; readonly all: readonly Entries[number][] }[] = [];

/** A list that searches take, out of which the entries of a part that is off are left. */
export function keptList(list: Entries): Entries {
  lists.push({ list, all: [...list] });
  return list;
}

/** Switches a part off and all others on. */
export function switchOff(part: string | null): void {
  offPart = part;
  for (const { list, all } of lists) {
    list.splice(0, list.length, ...all.filter(({ name }) => part === null || partOfEntry.get(name) !== part));
  }
}

type AnyFunction = (...args: readonly unknown[]) => unknown;
type AnyClass = new (...args: readonly unknown[]) => object;

/** An export of the search with its switch. */
export function switched(module: string, name: string, real: unknown): unknown {
  const owners = parts.filter(({ cuts }) => cuts.some((cut) => cut.module === module && cut.name === name));
  const cuts = owners.flatMap((owner) => owner.cuts);
  const off = cuts.find((cut) => cut.module === module && cut.name === name)?.off;
  if (off === undefined) return real;
  if (off === 'entries') {
    for (const entry of real as Entries) partOfEntry.set(entry.name, owners[0]?.name ?? '');
    return real;
  }
  const isOff = (): boolean => owners.some((owner) => owner.name === offPart);
  const mark = (): void => {
    for (const owner of owners) active.add(owner.name);
  };
  if (/^class/.test(Function.prototype.toString.call(real))) {
    return new Proxy(real as AnyClass, {
      construct: (target, args) => {
        if (isOff()) return new (off as AnyClass)();
        mark();
        return new target(...(args as readonly unknown[]));
      },
    });
  }
  const watching = watched(real as AnyFunction, off as AnyFunction, mark);
  return (...args: readonly unknown[]) => (isOff() ? (off as AnyFunction)(...args) : watching(...args));
}

/** The function, which says when it did something else than what stands in for it would have. */
function watched(real: AnyFunction, off: AnyFunction, mark: () => void): AnyFunction {
  if (off.constructor.name === 'GeneratorFunction') {
    return function* (...args: readonly unknown[]) {
      const meter = meterIn(args);
      const before = meter?.evaluations ?? 0;
      const result: unknown = yield* real(...args) as Generator<unknown, unknown>;
      if ((result ?? null) !== null || (meter?.evaluations ?? 0) > before + FEW_EVALUATIONS) mark();
      return result;
    };
  }
  if (off.constructor.name === 'AsyncFunction') {
    return async (...args) => {
      const result = await real(...args);
      if (result !== null) mark();
      return result;
    };
  }
  return (...args) => {
    const result = real(...args);
    if (!isAlike(result, off(...args))) mark();
    return result;
  };
}

function isAlike(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || (Array.isArray(left) && left.length === 0 && Array.isArray(right));
}

interface Meter {
  readonly evaluations: number;
}

/** Engines are given a context, or options, with the meter of evaluations in it. */
function meterIn(args: readonly unknown[]): Meter | undefined {
  for (const given of args) {
    const meter = (given as { readonly meter?: Meter } | null)?.meter;
    if (meter !== undefined) return meter;
  }
  return undefined;
}

/** Notes which parts of the library a program is made of. */
export function noteEntries(program: unknown): void {
  if (typeof program !== 'object' || program === null) return;
  const { operator } = program as { readonly operator?: { readonly name?: unknown } };
  if (typeof operator?.name === 'string') {
    for (const word of operator.name.match(/\w+/g) ?? []) {
      const part = partOfEntry.get(word);
      if (part !== undefined) active.add(part);
    }
  }
  for (const [key, value] of Object.entries(program))
    if (key !== 'operator' && key !== 'values') noteEntries(value);
}
