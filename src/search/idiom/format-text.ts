import { type Kinds, kindOf } from './kind-of.js';
import { printTerm } from './print-term.js';
import { type Term, term, termSize } from './term.js';

/** Longest f-string, in characters of source. */
const MOST_CHARACTERS = 77;
/** Largest expression inside the braces of an f-string. */
const MOST_FIELD = 14;
/** A text literal that reads the same inside any quotes, braces not needed. */
const PLAIN_LITERAL = /^'([^'"\\{}\n]*)'$/;
/** A field of `format`: `{}`, `{:02d}`. */
const FIELD = /\{(?::([^{}]*))?\}/;

/** `'{:.2f}'.format(x)` as `f'{x:.2f}'`; null for what is none. */
export function formatCall(one: Term): Term | null {
  const [callee, ...args] = one.parts;
  const [pattern] = callee?.parts ?? [];
  if (one.kind !== 'call' || callee?.kind !== 'attribute' || callee.data !== 'format') return null;
  if (pattern?.kind !== 'constant' || args.some(({ kind }) => kind === 'star' || kind === 'keyword'))
    return null;
  const text = /^'([^'"\\\n]*)'$/.exec(pattern.data)?.[1];
  if (text === undefined) return null;
  const parts: Term[] = [];
  let rest = text;
  for (const argument of args) {
    const field = FIELD.exec(rest);
    if (field === null) return null;
    parts.push(...literal(rest.slice(0, field.index)), term('field', field[1] ?? '', argument));
    rest = rest.slice(field.index + field[0].length);
  }
  parts.push(...literal(rest));
  const isPlain = parts.every(({ kind, data }) => kind === 'field' || !/[{}]/.test(data));
  return isPlain ? checked(parts) : null;
}

/** Texts side by side, some of them literal, as an f-string; null where that reads no better. */
export function joinedText(one: Term, kinds: Kinds): Term | null {
  if (one.kind !== 'binary' || one.data !== '+') return null;
  const pieces = piecesOf(one);
  const parts: Term[] = [];
  let isNumberWritten = false;
  for (const piece of pieces) {
    const text = PLAIN_LITERAL.exec(piece.kind === 'constant' ? piece.data : '')?.[1];
    const [callee, argument] = piece.parts;
    const isStr =
      piece.kind === 'call' && callee?.kind === 'name' && callee.data === 'str' && piece.parts.length === 2;
    const field = formatCall(piece);
    if (text !== undefined) parts.push(...literal(text));
    else if (isStr && argument !== undefined) {
      isNumberWritten = true;
      parts.push(term('field', '', argument));
    } else if (field !== null) {
      isNumberWritten = true;
      parts.push(...field.parts);
    } else if (kindOf(piece, kinds) === 'text') parts.push(term('field', '', piece));
    else return null;
  }
  const fields = parts.filter(({ kind }) => kind === 'field');
  if (!isNumberWritten && (fields.length < 2 || fields.length === parts.length)) return null;
  if (fields.some(({ parts: [value] }) => value !== undefined && termSize(value) > MOST_FIELD)) return null;
  return checked(parts);
}

function piecesOf(one: Term): readonly Term[] {
  const [left, right] = one.parts;
  if (one.kind !== 'binary' || one.data !== '+' || left === undefined || right === undefined) return [one];
  return [...piecesOf(left), right];
}

function literal(text: string): readonly Term[] {
  return text === '' ? [] : [term('constant', text)];
}

/** Until Python 3.12, what is in the braces has neither backslashes nor the quotes around. */
function checked(parts: readonly Term[]): Term | null {
  const fields = parts.filter(({ kind }) => kind === 'field').map(printTerm);
  const hasConflict = fields.some((field) => /[\\"#]|^\{[{ ]|: |lambda/.test(field));
  const one = term('fstring', '', ...parts);
  return hasConflict || printTerm(one).length > MOST_CHARACTERS ? null : one;
}
