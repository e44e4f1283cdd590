import { type Expression, leafExpression } from '../language/expression.js';
import { constantOperator, type Operator, PLAIN_OPERATOR } from '../language/operator.js';
import { BINDING } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';
import { cutsNumber, cutsSeveral } from '../programs/brittleness.js';

/** Most partial assemblies that are extended. */
const MOST_STATES = 3000;
/** Most pieces in one output. */
const MOST_PIECES = 12;

/** What a cut at a fixed place of several fields costs more than one of a single field: few fields are all of one length. */
const COST_OF_CUTTING_SEVERAL = 3;

/** Pieces whose concatenation is the output on every example. */
export interface Assembly {
  readonly expression: Expression;
  /** How many pieces, literals among them. */
  readonly pieces: number;
  /** Characters of literal letters and digits: each may be a coincidence of these examples. */
  readonly literalCharacters: number;
  /** Whether a number of the output is literal in part, or digits of a number from the input: `'1.' + str(n)[-2:]`. */
  readonly splitsNumbers: boolean;
}

interface State {
  readonly positions: readonly number[];
  readonly cost: number;
  readonly pieces: readonly Expression[];
  readonly literalCharacters: number;
}

/**
 * Finds the cheapest concatenation of known texts and literals that gives every output at once, working from the
 * left: a piece may come next only if it is a prefix of what is still missing on all examples. Dijkstra's search
 * over positions; a piece costs its own cost and one more, a literal one per mark and three per letter or digit.
 *
 * @param places - for each output, which of the values of a known text belongs to it. Default: in order.
 */
export function assemble(
  outputs: readonly string[],
  bank: readonly Expression[],
  places: readonly number[] = outputs.map((_output, index) => index),
): Assembly | null {
  const pieces = indexPieces(outputs, bank, places);
  const start: State = { positions: outputs.map(() => 0), cost: 0, pieces: [], literalCharacters: 0 };
  const queue: State[][] = [[start]];
  const settled = new Set<string>();
  let extended = 0;
  for (let cost = 0; cost < queue.length && extended < MOST_STATES; cost++) {
    for (const state of queue[cost] ?? []) {
      const key = state.positions.join();
      if (settled.has(key)) continue;
      settled.add(key);
      if (state.positions.every((position, index) => position === outputs[index]?.length)) {
        return state.pieces.length === 0 ? null : finish(state, Math.max(...places) + 1);
      }
      if (state.pieces.length >= MOST_PIECES) continue;
      extended++;
      for (const next of successors(state, outputs, pieces, places)) {
        while (queue.length <= next.cost) queue.push([]);
        queue[next.cost]?.push(next);
      }
      if (extended >= MOST_STATES) break;
    }
  }
  return null;
}

/** Whether a text may be a piece of all outputs but one at most: of any other, no assembly of them without one is made. */
export function mayBePiece(text: Expression, outputs: readonly string[]): boolean {
  if (!text.readsInput) return false;
  const { values } = text;
  let lacking = 0;
  for (let index = 0; index < outputs.length; index++) {
    if (!isPartOf(values[index], outputs[index] ?? '') && ++lacking > 1) return false;
  }
  return true;
}

function isPartOf(value: Value | undefined, output: string): value is string {
  return typeof value === 'string' && value !== '' && output.includes(value);
}

type PieceIndex = ReadonlyMap<string, readonly Expression[]>;

/** Pieces by the first character of their first value; those empty anywhere or found in no output are left out. */
function indexPieces(
  outputs: readonly string[],
  bank: readonly Expression[],
  places: readonly number[],
): PieceIndex {
  const index = new Map<string, Expression[]>();
  for (const piece of bank) {
    if (!piece.readsInput) continue;
    const fits = outputs.every((output, example) => isPartOf(piece.values[places[example] ?? 0], output));
    if (!fits) continue;
    const key = String(piece.values[places[0] ?? 0]).charAt(0);
    const list = index.get(key);
    if (list === undefined) index.set(key, [piece]);
    else list.push(piece);
  }
  return index;
}

function successors(
  state: State,
  outputs: readonly string[],
  pieces: PieceIndex,
  places: readonly number[],
): State[] {
  const next: State[] = [];
  const firstCharacter = outputs[0]?.charAt(state.positions[0] ?? 0) ?? '';
  for (const piece of pieces.get(firstCharacter) ?? []) {
    const fits = outputs.every((output, example) =>
      output.startsWith(String(piece.values[places[example] ?? 0]), state.positions[example]),
    );
    if (!fits) continue;
    next.push({
      positions: state.positions.map(
        (position, example) => position + String(piece.values[places[example] ?? 0]).length,
      ),
      cost: state.cost + piece.cost + 1 + (cutsSeveral(piece) ? COST_OF_CUTTING_SEVERAL : 0),
      pieces: [...state.pieces, piece],
      literalCharacters: state.literalCharacters,
    });
  }
  const rests = outputs.map((output, example) => output.slice(state.positions[example]));
  let shared = 0;
  const longest = Math.min(...rests.map((rest) => rest.length));
  while (shared < longest && rests.every((rest) => rest[shared] === rests[0]?.[shared])) shared++;
  let literalCost = 0;
  let literalCharacters = 0;
  for (let length = 1; length <= shared; length++) {
    const isWordCharacter = /[\p{L}\p{N}]/u.test(rests[0]?.charAt(length - 1) ?? '');
    literalCost += isWordCharacter ? 3 : 1;
    if (isWordCharacter) literalCharacters++;
    const literal = rests[0]?.slice(0, length) ?? '';
    next.push({
      positions: state.positions.map((position) => position + length),
      cost: state.cost + literalCost,
      pieces: [...state.pieces, literalPiece(literal, Math.max(...places) + 1)],
      literalCharacters: state.literalCharacters + literalCharacters,
    });
  }
  return next;
}

/** A text that is the same for so many examples. */
export function literalPiece(text: string, examples: number): Expression {
  const values = Array.from({ length: examples }, () => text);
  return leafExpression(constantOperator(text, 'text', text.length), values);
}

function finish(state: State, examples: number): Assembly {
  const merged = mergeLiterals(state.pieces, examples);
  return {
    expression: sideBySide(merged),
    pieces: merged.length,
    literalCharacters: state.literalCharacters,
    splitsNumbers: merged.some((piece, index) => {
      if (cutsNumber(piece)) return true;
      const next = merged[index + 1];
      return next !== undefined && isLiteral(piece) !== isLiteral(next) && splitNumber(piece, next);
    }),
  };
}

/** Whether each text of a piece ends in the midst of a number that goes on in the next piece. */
function splitNumber(left: Expression, right: Expression): boolean {
  const count = Math.min(left.values.length, right.values.length);
  return left.values
    .slice(0, count)
    .every(
      (value, index) => /[0-9][.,]?$/.test(String(value)) && /^[.,]?[0-9]/.test(String(right.values[index])),
    );
}

/** Texts side by side, one or more. */
export function sideBySide([first, ...rest]: readonly Expression[]): Expression {
  if (first === undefined) throw new RangeError('An assembly has at least one piece.');
  return rest.reduce<Expression>(
    (left, right) => ({
      operator: concatenation,
      args: [left, right],
      type: 'text',
      cost: left.cost + right.cost + 1,
      readsInput: true,
      values: left.values.map((value, index) => `${String(value)}${String(right.values[index])}`),
    }),
    first,
  );
}

function isLiteral(piece: Expression): boolean {
  return piece.args.length === 0 && piece.operator.literals > 0;
}

function mergeLiterals(pieces: readonly Expression[], examples: number): Expression[] {
  const merged: Expression[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last !== undefined && isLiteral(last) && isLiteral(piece)) {
      merged[merged.length - 1] = literalPiece(
        `${String(last.values[0])}${String(piece.values[0])}`,
        examples,
      );
    } else {
      merged.push(piece);
    }
  }
  return merged;
}

const concatenation: Operator = {
  ...PLAIN_OPERATOR,
  name: 'concatenate',
  holes: ['text', 'text'],
  result: 'text',
  apply: ([left, right]) => `${String(left)}${String(right)}`,
  render: ([left, right]) => ({
    text: `${left?.text ?? ''} + ${right?.text ?? ''}`,
    binding: BINDING.sum,
  }),
};
