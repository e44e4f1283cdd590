import { describe, expect, it } from 'vitest';
import type { Expression } from '../language/expression.js';
import { leafOperator } from '../language/operator.js';
import { assemble } from './assemble.js';

const piece = (name: string, values: readonly string[], cost = 1): Expression => ({
  operator: leafOperator({ python: name, result: 'text', cost, read: () => undefined }),
  args: [],
  type: 'text',
  cost,
  readsInput: true,
  values,
});

const first = piece('first', ['Ada', 'Alan']);
const last = piece('last', ['Lovelace', 'Turing']);
const sourceOf = (expression: Expression): string =>
  expression.operator.render(expression.args.map((argument) => ({ text: sourceOf(argument), binding: 10 })))
    .text;

describe('assemble', () => {
  it('puts pieces and literals side by side so that every output comes out', () => {
    const assembly = assemble(['Lovelace, Ada!', 'Turing, Alan!'], [first, last]);
    expect(assembly?.expression.values).toEqual(['Lovelace, Ada!', 'Turing, Alan!']);
    expect(assembly && sourceOf(assembly.expression)).toBe("last + ', ' + first + '!'");
    expect(assembly?.literalCharacters).toBe(0);
  });

  it('prefers a piece to literal letters and counts the letters that remain', () => {
    const title = piece('title', ['Dr', 'Dr']);
    expect(assemble(['Dr Ada', 'Dr Alan'], [first, title])?.literalCharacters).toBe(0);
    expect(assemble(['Dr Ada', 'Dr Alan'], [first])?.literalCharacters).toBe(2);
  });

  it('takes the cheapest of equal pieces', () => {
    const dear = piece('dear', ['Ada', 'Alan'], 5);
    const assembly = assemble(['<Ada>', '<Alan>'], [dear, first]);
    expect(assembly && sourceOf(assembly.expression)).toBe("'<' + first + '>'");
  });

  it('finds nothing where a part of an output comes from nowhere', () => {
    expect(assemble(['Ada 1', 'Alan 2'], [first, last])).toBeNull();
    expect(assemble(['', ''], [first])).toBeNull();
  });
});
