import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { compileExpression, rowsBehind } from './expression.js';
import { fillTemplate } from './fill-template.js';
import type { Tables } from './world-data.js';

const rows = (...given: JsonObject[]) => new Map(given.map((row) => [String(row.id), row]));
const tables: Tables = new Map([
  ['members', rows({ id: 'M1', name: 'Ada Quinn', fines: 3.5 }, { id: 'M2', name: 'Omar Ito', fines: 0 })],
  [
    'loans',
    rows(
      { id: 'L1', member_id: 'M1', due_on: '2031-03-01', fee: 0.1 },
      { id: 'L2', member_id: 'M1', due_on: '2031-02-27', fee: 0.2 },
      { id: 'L3', member_id: 'M2', due_on: '2031-03-09', fee: 1 },
      { id: 'L4', member_id: null, due_on: null, fee: 2 },
    ),
  ],
]);
const loan = tables.get('loans')?.get('L1') ?? null;
const member = tables.get('members')?.get('M2') ?? null;
const evaluate = (source: string, names: Record<string, Json> = { loan, member, today: '2031-03-04' }) =>
  compileExpression(source)({ tables, names });

it.each([
  ['1 + 2 * 3 - 4 / 2', 5],
  ['(1 + 2) * 3', 9],
  ['0.1 + 0.2', 0.3],
  ["loan.member.name = 'Ada Quinn' and not loan.fee > 1", true],
  ['loan.fee > 1 or loan.fee < 1 and false', false],
  ['null = null', true],
  ['null < 3', false],
  ['days(loan.due_on, today)', 3],
  ["plus('2031-02-27', 3)", '2031-03-02'],
  ['if(loan.fee > 1, 10, max(2, 4))', 4],
  ['floor(7 / 2)', 3],
  ['count(loans)', 4],
  ['count(loans: member_id = loan.member_id)', 2],
  ['sum(loans.fee: member_id = loan.member_id)', 0.3],
  ['list(loans.id: fee >= 1)', ['L3', 'L4']],
  ["'x' = 'x'", true],
])('%s is %j', (source, value) => expect(evaluate(source)).toEqual(value));

it('takes a name for the column of the row first, then for what is given, then for what the row refers to', () => {
  // What is given: the member M2, whatever row is looked at.
  expect(evaluate('list(loans.id: member_id = member.id)')).toEqual(['L3']);
  expect(evaluate("list(loans.id: its.member.name = 'Ada Quinn')")).toEqual(['L1', 'L2']);
  expect(evaluate("list(loans.id: member.name = 'Ada Quinn')", {})).toEqual(['L1', 'L2']);
  // A column without a value is a column.
  expect(evaluate('list(loans.id: due_on = null)', { due_on: 'today' })).toEqual(['L4']);
});

it.each(['1 +', 'nobody(1)', 'if(true, 1)', '(1', '1 2', '#', 'loan.', 'count(loans'])(
  'refuses %s',
  (source) => {
    expect(() => compileExpression(source)).toThrow(source);
  },
);

it.each([
  ['loan.fee > 0', ['L1']],
  // Who has the key has not seen the row, and a row on the way to another need not be seen.
  ["loan.id = 'L1' and loan.member.name = 'Ada Quinn'", ['M1']],
  ['loan.fee > 1 and member.fines > 1', []],
  ['loan.fee > 1 and member.fines = 0', ['L1']],
  ['loan.fee > 1 or member.fines = 0', ['M2']],
  ['loan.fee < 1 or member.fines = 0', []],
  ['loan.fee < 1 or loan.fee > 0 and member.fines = 0', ['L1']],
  ['not (loan.fee < 1 and member.fines = 0)', ['L1', 'M2']],
  ['if(member.fines = 0, 1, loan.fee)', ['M2']],
  ['count(loans: member_id = loan.member_id) > 1', ['L1', 'L2']],
  ['sum(loans.fee: its.member.fines > 1)', ['L1', 'L2']],
])('%s rests on %j', (source, keys) => {
  const behind = rowsBehind(compileExpression(source), { tables, names: { loan, member } });
  expect([...behind].map(({ id }) => id).sort()).toEqual(keys);
});

it('refuses a name that nothing has, and a table that there is not', () => {
  expect(() => evaluate('lender.name')).toThrow('Nothing is called "lender"');
  expect(() => evaluate('count(lenders)')).toThrow('No expression');
});

it('fills templates with values, amounts, days and first names', () => {
  const scope = { tables, names: { loan } };
  expect(fillTemplate('{loan.member.name|first} owes {loan.fee|money}, since {loan.due_on|day}', scope)).toBe(
    'Ada owes $0.10, since 1 March',
  );
  expect(() => fillTemplate('{null}', scope)).toThrow('Nothing to write for {null}');
});
