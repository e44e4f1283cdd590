import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { boundaryEdits, filterEdits, refusedEdits, valueEdits } from './call-edits.js';

const sql = (statement: string): JsonObject => ({ sql: statement });
const code = (text: string): JsonObject => ({ code: text });

describe('the mistakes of a call', () => {
  it.each([
    [sql('SELECT a FROM t WHERE b >= 3'), [sql('SELECT a FROM t WHERE b > 3')]],
    [sql('SELECT a >= 1 FROM t'), []],
    [
      sql("SELECT a FROM t WHERE b = 1 AND c = 'x' ORDER BY a"),
      [
        sql("SELECT a FROM t WHERE b <> 1 AND c = 'x' ORDER BY a"),
        sql("SELECT a FROM t WHERE b = 1 AND c <> 'x' ORDER BY a"),
        sql('SELECT a FROM t WHERE b = 1 ORDER BY a'),
      ],
    ],
    [code('n = [x for x in xs if x < 3]'), [code('n = [x for x in xs if x <= 3]')]],
    [
      { status: 'paid', note: 'paid' },
      [
        { status: 'pai', note: 'paid' },
        { status: 'paids', note: 'paid' },
      ],
    ],
  ])('that select other things, in %j', (call, expected) => expect(filterEdits(call)).toEqual(expected));

  it.each([
    [
      { count: 3, share: 0.5 },
      [
        { count: 4, share: 0.5 },
        { count: 2, share: 0.5 },
      ],
    ],
    [
      sql('SELECT 7 FROM t LIMIT 5 OFFSET 2'),
      [sql('SELECT 7 FROM t LIMIT 6 OFFSET 2'), sql('SELECT 7 FROM t LIMIT 5 OFFSET 3')],
    ],
    [
      code('f(1)[2:3], 4'),
      [code('f(2)[2:3], 4'), code('f(1)[3:3], 4'), code('f(1)[2:4], 4'), code('f(1)[2:3], 5')],
    ],
    [code('x = 1 + 2.5'), []],
  ])('that are one off, in %j', (call, expected) => expect(boundaryEdits(call)).toEqual(expected));

  it.each([
    [
      { paid: true, share: 0.5 },
      [
        { paid: false, share: 0.5 },
        { paid: true, share: 5 },
      ],
    ],
    [{ id: 'a' }, [{ id: 'ax' }]],
    [
      sql(`SELECT "b" FROM t WHERE c = 'de'`),
      [sql(`SELECT "b" FROM t WHERE c = 'd'`), sql(`SELECT "b" FROM t WHERE c = 'des'`)],
    ],
    [code('f("de", "")'), [code('f("d", "")'), code('f("des", "")')]],
  ])('that give another value, in %j', (call, expected) => expect(valueEdits(call)).toEqual(expected));

  it.each([
    [sql('SELECT a FROM t JOIN u'), [sql('SELECT a FROM t_ JOIN u'), sql('SELECT a FROM t JOIN u_')]],
    [code('1'), [code('undefined_name_\n1')]],
    [{ path: 'a' }, [{ path: 'a', unknown_argument_: true }]],
  ])('that a tool refuses, in %j', (call, expected) => expect(refusedEdits(call)).toEqual(expected));
});
