import type { Expression } from '../language/expression.js';

/** A cut at a fixed place. The first and the last character are where they are whatever the fields are. */
const CUT = /^(character\((?!0\)|-1\))|\w+_characters\()/;
const BETWEEN_FIELDS = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u;
const BETWEEN_KINDS = /\p{L}\p{N}|\p{N}\p{L}/u;

/** Whether an operator or one below it cuts something that has more than one field at a fixed place. */
export function cutsSeveral(expression: Expression): boolean {
  const [cut] = expression.args;
  if (cut === undefined) return false;
  if (!CUT.test(expression.operator.name)) return cutsSeveral(cut);
  const texts = cut.values.map(String);
  return (
    texts.some((text) => BETWEEN_FIELDS.test(text)) ||
    (texts.some((text) => BETWEEN_KINDS.test(text)) && !areAlike(texts, shapeOf)) ||
    cutsSeveral(cut)
  );
}

/** Whether an operator or one below it cuts the digits of a number, or takes its point away. */
export function cutsNumber({ operator, args }: Expression): boolean {
  const [cut] = args;
  if (cut === undefined) return false;
  const isNumber = /^(?:(?:integer|number)_text|fixed_point)\(/.test(cut.operator.name);
  return (isNumber && (CUT.test(operator.name) || operator.name === 'remove(".")')) || cutsNumber(cut);
}

/** What orders texts by letters or length: seldom meant, and often true of a few. */
const ORDER = /^(sorted|descending|lowest|highest)_texts\(|^(longest|by_length)\(/;

/** A word or a number counted from an end of a text, which is another one where a field before it has one more. */
const COUNTED = /^(?:alphanumeric_word|number_in_text|decimal_in_text|letter_run)\((?!0\)|-1\))/;

/** What a cut weighs whose texts have one shape, and that always takes a field as a whole: the next field may be longer. */
const OF_A_FIELD = 0.5;
/** What it weighs to count words or numbers in texts that aren't made of as many fields. */
const OF_COUNTING = 0.5;

/**
 * How many steps of an expression would do something else on inputs a little longer. Cuts at fixed places of texts with
 * several fields or kinds of characters where the texts differ in shape; where all have one shape, as dates of eight
 * digits do, a place is nearly as good as a field if it is the place of one, and as good otherwise. Words and numbers that are
 * counted in texts of different fields. And choices by alphabet and by length.
 */
export function brittleness(expression: Expression): number {
  const inner = expression.args.reduce((sum, argument) => sum + brittleness(argument), 0);
  const [first] = expression.args;
  if (first === undefined) return inner;
  if (ORDER.test(expression.operator.name)) return inner + 1;
  const texts = first.values.map(String);
  if (COUNTED.test(expression.operator.name)) return inner + (areAlike(texts, fieldsOf) ? 0 : OF_COUNTING);
  if (!CUT.test(expression.operator.name)) return inner;
  const isMixed = texts.some((text) => BETWEEN_FIELDS.test(text) || BETWEEN_KINDS.test(text));
  if (!isMixed) return inner;
  if (!areAlike(texts, shapeOf)) return inner + 1;
  const parts = expression.values.map(String);
  return inner + (texts.every((text, index) => isField(parts[index] ?? '', text)) ? OF_A_FIELD : 0);
}

/** Whether a part from the start or the end of a text reaches to where its kind of characters ends. */
function isField(part: string, text: string): boolean {
  const [inside, outside] = text.startsWith(part)
    ? [part.at(-1), text[part.length]]
    : [part[0], text.at(-part.length - 1)];
  return inside !== undefined && outside !== undefined && shapeOf(inside) !== shapeOf(outside);
}

/** Characters of literal text beyond the first of each: what longer separators bring in. */
export function spareLiterals({ operator, args }: Expression): number {
  const own = operator.constants ?? [];
  const spare = own.reduce<number>(
    (sum, one) => sum + (typeof one === 'string' ? Math.max(0, one.length - 1) : 0),
    0,
  );
  return args.reduce((sum, argument) => sum + spareLiterals(argument), spare);
}

function areAlike(texts: readonly string[], of: (text: string) => string): boolean {
  const [first, ...others] = texts.map(of);
  return others.every((other) => other === first);
}

/** Its shape with each run of letters or digits as one. */
function fieldsOf(text: string): string {
  return shapeOf(text).replace(/a+/g, 'a').replace(/0+/g, '0');
}

function shapeOf(text: string): string {
  return text.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '0');
}
