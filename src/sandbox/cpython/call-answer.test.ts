import { expect, test } from 'vitest';
import type { PythonValue } from '../python-value.js';
import { answerCall } from './call-answer.js';
import { decodeMarshal } from './marshal-decode.js';
import { encodeMarshal } from './marshal-encode.js';

const functions = { count: (...args: readonly PythonValue[]) => args.length };

async function answered(call: PythonValue): Promise<PythonValue> {
  return decodeMarshal(await answerCall(encodeMarshal(call), functions, 1000, () => undefined));
}

test('a call with no keyword arguments passes the positional ones alone', async () => {
  expect(await answered(['count', [1, 2], {}])).toEqual([true, 2]);
});

test.each<{ kind: string; kwargs: PythonValue }>([
  { kind: 'a list', kwargs: [] },
  { kind: 'None', kwargs: null },
  { kind: 'a dict with a number as key', kwargs: new Map([[1, 'one']]) },
])('keyword arguments given as $kind are refused, not dropped', async ({ kwargs }) => {
  await expect(answered(['count', [], kwargs])).rejects.toThrow('keyword arguments');
});
