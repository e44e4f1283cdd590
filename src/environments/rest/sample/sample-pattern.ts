import type { RandomStream } from '../../../core/index.js';

/** Repetitions of `*`, `+` and `{n,}` beyond the least. */
const MORE = 4;
const MAX_LENGTH = 2_000;
const CLASSES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
  s: ' ',
};
const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');

/**
 * A text made to match a regular expression; null where the expression has parts that can't be drawn from (look-around,
 * back-references). Whether it matches is for the caller to check.
 */
export function samplePattern(source: string, random: RandomStream): string | null {
  try {
    const sampler = new PatternSampler(source, random);
    const text = sampler.alternatives();
    return sampler.atEnd && text.length <= MAX_LENGTH ? text : null;
  } catch (error) {
    if (error instanceof NotDrawable) return null;
    throw error;
  }
}

class NotDrawable extends Error {}

/** Reads an expression and draws from it at once: what is repeated is read again. */
class PatternSampler {
  readonly #source: string;
  readonly #random: RandomStream;
  #at = 0;
  /** Characters drawn, so that nested repetitions end. */
  #drawn = 0;

  constructor(source: string, random: RandomStream) {
    this.#source = source;
    this.#random = random;
  }

  get atEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  alternatives(): string {
    const texts = [this.#sequence()];
    while (this.#take('|')) texts.push(this.#sequence());
    return this.#random.pick(texts);
  }

  #sequence(): string {
    let text = '';
    while (!this.atEnd && this.#peek() !== '|' && this.#peek() !== ')') text += this.#repeated();
    return text;
  }

  #repeated(): string {
    const start = this.#at;
    const first = this.#atom();
    const [low, high] = this.#quantifier();
    if (low === 1 && high === 1) return first;
    const end = this.#at;
    const count = this.#random.integer(low, high);
    let text = count > 0 ? first : '';
    for (let n = 1; n < count; n++) {
      this.#at = start;
      text += this.#atom();
    }
    this.#at = end;
    return text;
  }

  #quantifier(): readonly [number, number] {
    let limits: readonly [number, number] = [1, 1];
    if (this.#take('*')) limits = [0, MORE];
    else if (this.#take('+')) limits = [1, 1 + MORE];
    else if (this.#take('?')) limits = [0, 1];
    else {
      const braces = /^\{(\d+)(,(\d*))?\}/.exec(this.#source.slice(this.#at));
      if (braces === null) return limits;
      this.#at += braces[0].length;
      const low = Number(braces[1]);
      limits = [low, braces[2] === undefined ? low : braces[3] === '' ? low + MORE : Number(braces[3])];
    }
    this.#take('?');
    if (limits[1] > MAX_LENGTH || limits[1] < limits[0]) throw new NotDrawable();
    return limits;
  }

  #atom(): string {
    if (++this.#drawn > MAX_LENGTH * 10) throw new NotDrawable();
    const sign = this.#next();
    if (sign === '^' || sign === '$') return '';
    if (sign === '.') return this.#pick(CLASSES.w ?? '');
    if (sign === '(') return this.#group();
    if (sign === '[') return this.#pick(this.#characterClass());
    if (sign === '\\') return this.#pick(this.#escape());
    if ('*+?'.includes(sign)) throw new NotDrawable();
    return sign;
  }

  #group(): string {
    if (this.#take('?')) {
      const named = /^<[A-Za-z_]\w*>/.exec(this.#source.slice(this.#at));
      if (named !== null) this.#at += named[0].length;
      else if (!this.#take(':')) throw new NotDrawable();
    }
    const text = this.alternatives();
    if (!this.#take(')')) throw new NotDrawable();
    return text;
  }

  /** The characters that a class stands for, after its `[`. */
  #characterClass(): string {
    const negated = this.#take('^');
    let members = '';
    while (!this.#take(']')) {
      const from = this.#classMember();
      if (from.length === 1 && this.#peek() === '-' && this.#source[this.#at + 1] !== ']') {
        this.#at++;
        const to = this.#classMember();
        if (to.length !== 1 || to < from) throw new NotDrawable();
        const last = Math.min(to.charCodeAt(0), from.charCodeAt(0) + 200);
        for (let code = from.charCodeAt(0); code <= last; code++) members += String.fromCharCode(code);
      } else members += from;
    }
    return negated ? [...PRINTABLE].filter((sign) => !members.includes(sign)).join('') : members;
  }

  #classMember(): string {
    const sign = this.#next();
    return sign === '\\' ? this.#escape() : sign;
  }

  /** The characters that an escape stands for, after its `\`. */
  #escape(): string {
    const sign = this.#next();
    const known = CLASSES[sign];
    if (known !== undefined) return known;
    const opposite = CLASSES[sign.toLowerCase()];
    if (opposite !== undefined) return [...PRINTABLE].filter((each) => !opposite.includes(each)).join('');
    if (sign === 't') return '\t';
    if (sign === 'n') return '\n';
    if (/[A-Za-z0-9]/.test(sign)) throw new NotDrawable();
    return sign;
  }

  #pick(characters: string): string {
    if (characters === '') throw new NotDrawable();
    return this.#random.pick([...characters]);
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #next(): string {
    const sign = this.#source[this.#at++];
    if (sign === undefined) throw new NotDrawable();
    return sign;
  }

  #take(sign: string): boolean {
    if (this.#source[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }
}
