import { pythonError } from './error-codes.js';
import { PythonFacts } from './facts.js';
import type { Finding } from './finding.js';
import type { SyntaxOptions } from './syntax/options.js';
import { checkSyntaxOptions } from './syntax/options.js';
import { DEFAULT_PYTHON_VERSION } from './syntax/ruff.js';

const MAX_ENTRIES = 256;
const MAX_CHARACTERS = 1_200_000;

/** Keeps the facts of the sources seen last, by their content, within a bound on entries and characters. */
class FactsCache {
  readonly #entries = new Map<string, PythonFacts[]>();
  #characters = 0;

  find(code: string, options: SyntaxOptions): PythonFacts {
    const known = this.#entries.get(code);
    const found = known?.find((facts) => hasOptions(facts, options));
    if (known !== undefined && found !== undefined) {
      this.#entries.delete(code);
      this.#entries.set(code, known);
      return found;
    }
    const facts = new PythonFacts(code, options);
    if (known !== undefined) known.push(facts);
    else this.#entries.set(code, [facts]);
    this.#characters += known === undefined ? code.length : 0;
    this.#forgetOldest();
    return facts;
  }

  #forgetOldest(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES && this.#characters <= MAX_CHARACTERS) return;
      this.#entries.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}

function hasOptions(facts: PythonFacts, options: SyntaxOptions): boolean {
  const { pythonVersion, allowTopLevelAwait } = facts.options;
  return (
    (options.pythonVersion ?? DEFAULT_PYTHON_VERSION) === pythonVersion &&
    (options.allowTopLevelAwait ?? false) === allowTopLevelAwait
  );
}

const cache = new FactsCache();

/**
 * The facts of a source. Equal source with equal options gives the same object while it is remembered (the last 256
 * sources, at most 1.2 million characters), so that everyone who asks shares one parse.
 *
 * @throws {MettleError} `python/invalid_source` when `code` is no string; `core/invalid_option`.
 */
export function analysePython(code: string, options: SyntaxOptions = {}): PythonFacts {
  checkSyntaxOptions(options, 'analysePython');
  if (typeof code !== 'string') {
    throw pythonError(
      'invalid_source',
      `Python source must be a string, not ${code === null ? 'null' : typeof code}.`,
    );
  }
  return cache.find(code, options);
}

/**
 * What is wrong with a source as a program, root causes first; empty exactly when CPython's `compile` accepts it.
 * Source that cannot be checked (over 1,048,576 characters, or nested too deeply) gives one warning
 * `syntax/too-large` or `syntax/too-complex`; `analysePython(code).syntax.status` tells it from refused source.
 *
 * @throws {MettleError} `python/invalid_source`, `core/invalid_option`, `python/parser_missing`.
 */
export function checkSyntax(code: string, options: SyntaxOptions = {}): readonly Finding[] {
  checkSyntaxOptions(options, 'checkSyntax');
  return analysePython(code, options).syntaxFindings;
}
