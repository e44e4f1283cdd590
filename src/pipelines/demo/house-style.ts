import type { RandomStream } from '../../core/index.js';

/** Which part of a text a house style keeps. */
type StylePart = 'words' | 'first_word' | 'last_word' | 'first_letters';

/** How a house writes labels: a part of the text, in a case, its words joined, with something before and after. */
export interface HouseStyle {
  readonly part: StylePart;
  /** Letters kept by the part `first_letters`. */
  readonly letters: number;
  readonly letterCase: 'upper' | 'lower' | 'kept';
  /** Stands between words. */
  readonly joiner: string;
  readonly prefix: string;
  readonly suffix: string;
}

const PARTS: readonly StylePart[] = ['words', 'words', 'words', 'first_word', 'last_word', 'first_letters'];
const JOINERS = ['_', '.', '-', '', '+', '/'];
const MARKS = ['geo:', '#', '@', 'ref/', 'id=', '~'];
const ENDINGS = ['.csv', '-v2', '!', ';', '/en', '*'];

/** A house style by chance. */
export function drawHouseStyle(stream: RandomStream): HouseStyle {
  return {
    part: stream.pick(PARTS),
    letters: stream.integer(3, 5),
    letterCase: stream.pick(['upper', 'lower', 'kept']),
    joiner: stream.pick(JOINERS),
    prefix: stream.chance(0.4) ? stream.pick(MARKS) : '',
    suffix: stream.chance(0.3) ? stream.pick(ENDINGS) : '',
  };
}

/** A text in a house style: what the oracle expects. */
export function applyHouseStyle(style: HouseStyle, text: string): string {
  const words = text.split(' ').filter((word) => word !== '');
  const kept = {
    words: words.join(style.joiner),
    first_word: words[0] ?? '',
    last_word: words.at(-1) ?? '',
    first_letters: Array.from(text).slice(0, style.letters).join(''),
  }[style.part];
  const cased = { upper: kept.toUpperCase(), lower: kept.toLowerCase(), kept }[style.letterCase];
  return `${style.prefix}${cased}${style.suffix}`;
}

/** The style as Python that defines `transform(value)`: what a perfect agent would run. */
export function houseStyleScript(style: HouseStyle): string {
  const kept = {
    words: `${JSON.stringify(style.joiner)}.join(value.split())`,
    first_word: 'value.split()[0]',
    last_word: 'value.split()[-1]',
    first_letters: `value[:${style.letters}]`,
  }[style.part];
  const cased = { upper: `(${kept}).upper()`, lower: `(${kept}).lower()`, kept }[style.letterCase];
  const pieces = [
    ...(style.prefix === '' ? [] : [JSON.stringify(style.prefix)]),
    cased,
    ...(style.suffix === '' ? [] : [JSON.stringify(style.suffix)]),
  ];
  return `def transform(value):\n    return ${pieces.join(' + ')}\n`;
}
