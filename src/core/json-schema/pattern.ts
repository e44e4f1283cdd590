import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import type { Run } from './run.js';

const load = createRequire(import.meta.url);

/** Longest pattern, in characters, that is compiled. */
const MAX_PATTERN = 2_000;

/** A pattern of a schema: whether it is found in a text, in time linear in the text. */
export type Pattern = (text: string, run: Run) => boolean;

/** A pattern and how many steps it has, or why there is none that can be run. */
export type CompiledPattern =
  | { readonly matches: Pattern; readonly steps: number }
  | { readonly unsupported: string };

/**
 * Compiles an ECMAScript pattern for an engine without backtracking, or says why that can't be done: look-around and
 * back-references have no linear equivalent.
 */
export function compilePattern(source: string): CompiledPattern {
  if (source.length > MAX_PATTERN) return { unsupported: `is longer than ${MAX_PATTERN} characters` };
  // Loaded for the first pattern: most schemas have none.
  const { RE2JS: engine } = load('re2js') as typeof import('re2js');
  let compiled: RE2JS;
  try {
    compiled = engine.compile(engine.translateRegExp(source));
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    return { unsupported: reason };
  }
  const steps = compiled.programSize();
  const matches: Pattern = (text, run) => {
    run.spend(1 + Math.ceil((text.length * steps) / 2));
    return compiled.test(text);
  };
  return { matches, steps };
}
