import { readFileSync } from 'node:fs';
import { rewriteForMonty } from '../../python/index.js';
import { markAwaitedCalls } from './call-modes.js';
import { OFFER_PRELUDE, offerValue } from './offered-value.js';

/** What a session knows of the names in its namespace: it decides what a rewrite may assume. */
export interface KnownNames {
  readonly names: ReadonlySet<string>;
  /** Names that mean a module and nothing else. */
  readonly modules: ReadonlyMap<string, string>;
  /** Members of classes that rewrites changed: properties, static methods and class methods. */
  readonly members: ReadonlySet<string>;
  /** Prelude files that are loaded. */
  readonly prelude: ReadonlySet<string>;
}

/** Code made ready for a session of Monty. */
export interface ReadyCode {
  readonly code: string;
  /** Whether columns of the code are the user's. */
  readonly changed: boolean;
  /** Source that must run before, so that the code finds what the rewrites use; null when all is there. */
  readonly prelude: string | null;
  /** What the namespace holds afterwards. */
  readonly known: KnownNames;
}

/** A namespace of which nothing is known but that it is fresh. */
export const NO_NAMES_KNOWN: KnownNames = {
  names: new Set(),
  modules: new Map(),
  members: new Set(),
  prelude: new Set(),
};

const sources = new Map<string, string>();

/**
 * Rewrites code for Monty where that keeps its meaning, and marks awaited host calls. Lines stay the user's.
 *
 * @param given names of inputs and host functions of the run: they may shadow what a rewrite would assume
 * @param maxValueBytes the limit of the run's value
 */
export function readyCode(
  code: string,
  known: KnownNames,
  given: readonly string[],
  functions: ReadonlySet<string>,
  maxValueBytes: number,
): ReadyCode {
  const definedNames =
    given.length === 0 && functions.size === 0 ? known.names : union(known.names, [...given, ...functions]);
  const rewritten = rewriteForMonty(code, {
    definedNames,
    definedModules: known.modules,
    definedMembers: known.members,
  });
  const marked = markAwaitedCalls(rewritten.code, functions);
  const offering = code.includes('_mettle_') ? marked.code : offerValue(marked.code, maxValueBytes);
  const needed = offering === marked.code ? rewritten.prelude : [...rewritten.prelude, OFFER_PRELUDE];
  const missing = needed.filter((name) => !known.prelude.has(name));
  return {
    code: offering,
    changed: rewritten.changed || marked.changed,
    prelude: missing.length === 0 ? null : missing.map(preludeSource).join('\n'),
    known: namesAfter(known, rewritten, given, missing),
  };
}

/** Code as it is, but for awaited host calls: for a session without rewrites. */
export function plainCode(code: string, known: KnownNames, functions: ReadonlySet<string>): ReadyCode {
  return { ...markAwaitedCalls(code, functions), prelude: null, known };
}

/**
 * What a namespace holds after rewritten code.
 *
 * @param given names of the run's inputs
 * @param loaded prelude files that were loaded for it
 */
export function namesAfter(
  known: KnownNames,
  rewritten: ReturnType<typeof rewriteForMonty>,
  given: readonly string[],
  loaded: readonly string[] = [],
): KnownNames {
  const { boundNames, boundModules } = rewritten;
  if (boundNames.size === 0 && given.length === 0 && loaded.length === 0) return known;
  const modules = new Map(known.modules);
  for (const name of [...boundNames, ...given]) modules.delete(name);
  for (const [name, module] of boundModules) {
    // A name that meant something else before may still mean it when the import did not come to run.
    if (!known.names.has(name) || known.modules.get(name) === module) modules.set(name, module);
  }
  return {
    names: union(known.names, [...boundNames, ...given]),
    modules,
    members: union(known.members, [...rewritten.boundMembers]),
    prelude: union(known.prelude, loaded),
  };
}

function union(set: ReadonlySet<string>, more: readonly string[]): ReadonlySet<string> {
  return new Set([...set, ...more]);
}

function preludeSource(name: string): string {
  let source = sources.get(name);
  if (source === undefined) {
    source = readFileSync(new URL(`./prelude/${name}.py`, import.meta.url), 'utf8');
    sources.set(name, source);
  }
  return source;
}
