import type { Json } from '../../../core/index.js';
import { asText, define, words } from './function-parts.js';
import type { FunctionFamily } from './function-spec.js';

const initials: FunctionFamily = (stream) => {
  const separator = stream.pick(['', '.', '-', '/']);
  const name = stream.pick(['initials', 'first_letters', 'abbreviate']);
  const signature = `${name}(text)`;
  const apply = (upper: boolean) => (text: Json | undefined) => {
    const letters = asText(text)
      .split(' ')
      .map((word) => word.charAt(0));
    const joined = letters.join(separator);
    return upper ? joined.toUpperCase() : joined;
  };
  const source = (upper: boolean): string =>
    define(
      signature,
      `return ${JSON.stringify(separator)}.join(word[0]${upper ? '.upper()' : ''} for word in text.split())`,
    );
  return {
    name,
    signature,
    description: `returns the first letters of the words in \`text\` as capitals, ${separator === '' ? 'with nothing between them' : `with "${separator}" between them`}`,
    source: source(true),
    bugs: [{ source: source(false), apply: apply(false) }],
    apply: apply(true),
    draw: (draws) => [words(draws).join(' ')],
  };
};

const shiftLetters: FunctionFamily = (stream) => {
  const shift = stream.integer(1, 12);
  const name = stream.pick(['shift_letters', 'encode', 'scramble']);
  const signature = `${name}(text)`;
  const apply = (by: number) => (text: Json | undefined) =>
    asText(text).replace(/[a-z]/g, (letter) =>
      String.fromCharCode(((letter.charCodeAt(0) - 97 + by + 26) % 26) + 97),
    );
  const source = (by: number): string =>
    define(
      signature,
      `size = ord("z") - ord("a") + 1`,
      `shift = lambda letter: chr((ord(letter) - ord("a") + ${by}) % size + ord("a"))`,
      'return "".join(shift(letter) if "a" <= letter <= "z" else letter for letter in text)',
    );
  return {
    name,
    signature,
    description: `replaces each small letter in \`text\` by the one ${shift} places later in the alphabet, where a follows z, and leaves everything else as it is`,
    source: source(shift),
    bugs: [{ source: source(-shift), apply: apply(-shift) }],
    apply: apply(shift),
    draw: (draws) => [words(draws, 1, 3).join(draws.pick([' ', '-', '! ']))],
  };
};

const longWords: FunctionFamily = (stream) => {
  const letter = stream.pick(['a', 'e', 'o', 'l', 'r']);
  const isBack = stream.chance(0.5);
  const name = stream.pick(['pick_words', 'select_words', 'words_with']);
  const signature = `${name}(words)`;
  const apply = (back: boolean) => (list: Json | undefined) =>
    (list as readonly string[])
      .filter((word) => word.includes(letter))
      .sort((left, right) => (left < right ? -1 : left > right ? 1 : 0) * (back ? -1 : 1));
  const source = (back: boolean): string =>
    define(
      signature,
      `return sorted((word for word in words if "${letter}" in word)${back ? ', reverse=True' : ''})`,
    );
  return {
    name,
    signature,
    description: `returns those of the \`words\` that contain the letter "${letter}", in ${isBack ? 'reverse ' : ''}alphabetical order`,
    source: source(isBack),
    bugs: [{ source: source(!isBack), apply: apply(!isBack) }],
    apply: apply(isBack),
    draw: (draws) => [words(draws, 3, 6)],
  };
};

/** Functions on texts and words. */
export const textFunctions: readonly FunctionFamily[] = [initials, shiftLetters, longWords];
