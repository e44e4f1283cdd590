import { KEYWORDS } from '../tokens/keywords.js';
import type { PythonTokens } from '../tokens/token.js';

/** Where the parser's time or memory grows with the square of something: how many of it are handed over. */
const MAX_JOINED_STRINGS = 5_000;
const MAX_TARGETS = 1_000;
const MAX_WITH_ITEMS = 1_000;
/** Source of up to this length is quick whatever it holds. */
const MAX_QUICK = 8_192;
/** Bindings of one name times its uses: the parser copies the uses of a name each time the name is bound anew. */
const MAX_BINDINGS_BY_USES = 9_000_000;

/** Why a source would take the parser too long. */
export interface SlowSource {
  readonly what: string;
  readonly hint: string;
}

/** What in a source the parser would take too long for; undefined for any other. One pass over the tokens. */
export function findSlow({ source, tokens }: PythonTokens): SlowSource | undefined {
  if (source.length <= MAX_QUICK) return undefined;
  const names = new NameCounts();
  let joined = 0;
  let targets = 0;
  let depth = 0;
  let commas = 0;
  let isWith = false;
  let before = '';
  for (const { kind, start, end } of tokens) {
    if (kind === 'string' || kind === 'template-end') joined++;
    else if (kind === 'name') {
      joined = 0;
      const word = source.slice(start, end);
      if (word === 'with' && depth === 0) {
        isWith = true;
        commas = 0;
      }
      if (before !== '.' && !KEYWORDS.has(word)) names.add(word, depth === 0, BINDERS.has(before));
      before = word;
    } else if (kind === 'newline') {
      joined = targets = depth = commas = 0;
      isWith = false;
      names.endStatement();
      before = '';
    } else if (kind === 'operator') {
      joined = 0;
      before = end - start === 1 ? source.charAt(start) : '';
      if (before === '(' || before === '[' || before === '{') depth++;
      else if (before === ')' || before === ']' || before === '}') depth--;
      else if (before === ';') {
        targets = 0;
        names.endStatement();
      } else if (depth <= 0 && ASSIGNS.has(source.slice(start, end))) {
        targets++;
        names.bindStatement();
      } else if (before === ',' && isWith && depth <= 1) commas++;
    }
    if (joined > MAX_JOINED_STRINGS) return JOINED_STRINGS;
    if (targets > MAX_TARGETS) return TARGETS;
    if (commas > MAX_WITH_ITEMS) return WITH_ITEMS;
  }
  return names.areTooMany ? BINDINGS : undefined;
}

const JOINED_STRINGS: SlowSource = {
  what: `more than ${MAX_JOINED_STRINGS} string literals stand next to each other`,
  hint: 'Write them as one string, or put commas between them.',
};
const TARGETS: SlowSource = {
  what: `one statement assigns to more than ${MAX_TARGETS} targets`,
  hint: 'Assign in several statements, or in a loop.',
};
const WITH_ITEMS: SlowSource = {
  what: `one statement enters more than ${MAX_WITH_ITEMS} contexts`,
  hint: 'Use contextlib.ExitStack and a loop.',
};
const BINDINGS: SlowSource = {
  what: 'one name is bound and used thousands of times',
  hint: 'Use a loop, or keep the values in a list.',
};

const ASSIGNS: ReadonlySet<string> = new Set('= := += -= *= /= //= %= @= &= |= ^= >>= <<= **='.split(' '));
const BINDERS: ReadonlySet<string> = new Set(['for', 'as', 'import', 'def', 'class']);

/** How often each name is bound and used, as far as words tell. */
class NameCounts {
  readonly #counts = new Map<string, { bound: number; used: number }>();
  /** The names of this statement that stand outside brackets. */
  #own: { bound: number; used: number }[] = [];
  #largest = 0;

  get areTooMany(): boolean {
    return this.#largest > MAX_BINDINGS_BY_USES;
  }

  add(name: string, isOutside: boolean, isBinding: boolean): void {
    let count = this.#counts.get(name);
    if (count === undefined) {
      count = { bound: 0, used: 0 };
      this.#counts.set(name, count);
    }
    if (isBinding) count.bound++;
    else {
      count.used++;
      if (isOutside) this.#own.push(count);
    }
    this.#largest = Math.max(this.#largest, count.bound * count.used);
  }

  /** The names so far were targets. */
  bindStatement(): void {
    for (const count of this.#own) {
      count.bound++;
      count.used--;
    }
    this.#own = [];
  }

  endStatement(): void {
    this.#own = [];
  }
}
