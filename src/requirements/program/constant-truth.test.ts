import { expect, it } from 'vitest';
import { parsePython } from '../../python/index.js';
import { constantTruth } from './constant-truth.js';

const truthOf = (expression: string): boolean | null => {
  const parsed = parsePython(expression);
  const [statement] = parsed.ok ? parsed.tree.module.body : [];
  if (statement?.nodeType !== 'Expr') throw new Error(expression);
  return constantTruth(statement.value);
};

it.each([
  'True',
  '1',
  '0.5',
  '99999999999999999999',
  '"a"',
  '(0,)',
  '[0]',
  '{0}',
  'not 0',
  'not not 1',
  '1 and "a"',
  '0 or 1',
  'x or 1',
  '1 == 1',
  '"a" == "a"',
  '1 != 2',
  '1 < 2',
  '"b" > "a"',
])('%s is true', (expression) => expect(truthOf(expression)).toBe(true));

it.each([
  'False',
  'None',
  '0',
  '0.0',
  '""',
  '()',
  '[]',
  '{}',
  'not 1',
  '0 and x',
  'x and 0',
  '1 and 0',
  '0 or ""',
  '1 == 2',
  '"a" == "b"',
  '1 != 1',
  '2 < 1',
  '1 < 1',
  '1 > 1',
  '"a" > "b"',
  '"a" != "a"',
])('%s is false', (expression) => expect(truthOf(expression)).toBe(false));

it.each([
  'x',
  'f()',
  '(*x,)',
  '[*x]',
  '{**x}',
  '{1: 2}',
  'not x',
  '-1',
  'x and 1',
  '1 and x',
  'x or 0',
  '0 or x',
  '1 == x',
  'x == 1',
  '1 == "1"',
  '1 < 2 < 3',
  '1 <= 2',
  '1 is 1',
  '1j',
  '1 if x else 2',
  'None == None',
])('only a run tells of %s', (expression) => expect(truthOf(expression)).toBeNull());
