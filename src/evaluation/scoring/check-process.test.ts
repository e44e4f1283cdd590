import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { ProcessCheck, StateChange, TrajectoryStep } from '../../records/index.js';
import { checkProcess } from './check-process.js';

function call(
  id: number,
  tool: string,
  argumentValues: JsonObject = {},
  status: 'ok' | 'error' = 'ok',
): readonly TrajectoryStep[] {
  const callId = `call_${id}`;
  return [
    { type: 'tool_call', callId, tool, arguments: argumentValues },
    {
      type: 'observation',
      callId,
      status,
      content: status === 'ok' ? 'rule R-1' : 'R-2',
      data: null,
      error: null,
      stateDigest: '',
      changes: [],
    },
  ];
}

const steps: readonly TrajectoryStep[] = [
  { type: 'thought', content: 'read_policy' },
  ...call(1, 'find', { where: { city: 'Bern', open: true }, limit: 3 }),
  ...call(2, 'find', { where: { city: 'Bonn' } }, 'error'),
  { type: 'code_execution', callId: 'call_3', tool: 'python', code: 'print(1)' },
  {
    type: 'observation',
    callId: 'call_3',
    status: 'ok',
    content: '',
    data: null,
    error: null,
    stateDigest: '',
    changes: [],
  },
  ...call(4, 'pay', { amounts: [1, 2] }),
  { type: 'tool_call', callId: 'call_5', tool: 'close', arguments: {} },
];

describe('checkProcess', () => {
  it.each<[ProcessCheck, string | null]>([
    [{ kind: 'called', tool: 'find' }, null],
    [{ kind: 'called', tool: 'find', times: 2 }, 'find was called 1 of 2 times'],
    [{ kind: 'called', tool: 'find', status: 'error' }, null],
    [{ kind: 'called', tool: 'pay', status: 'error' }, 'pay was called 0 of 1 times in vain'],
    [{ kind: 'called', tool: 'find', arguments: { where: { city: 'Bern' } } }, null],
    [{ kind: 'called', tool: 'find', arguments: { limit: 3.0 } }, null],
    [
      { kind: 'called', tool: 'find', arguments: { where: { city: 'Bonn' } } },
      'find was called 0 of 1 times with {"where":{"city":"Bonn"}}',
    ],
    [
      { kind: 'called', tool: 'pay', arguments: { amounts: [1] } },
      'pay was called 0 of 1 times with {"amounts":[1]}',
    ],
    [
      { kind: 'called', tool: 'find', arguments: { constructor: {} } },
      'find was called 0 of 1 times with {"constructor":{}}',
    ],
    [{ kind: 'called', tool: 'python', arguments: { code: 'print(1)' } }, null],
    [{ kind: 'called', tool: 'read_policy' }, 'read_policy was called 0 of 1 times'],
    [{ kind: 'called', tool: 'close' }, 'close was called 0 of 1 times'],
    [{ kind: 'not_called', tool: 'refund' }, null],
    [{ kind: 'not_called', tool: 'close' }, 'close was called'],
    [{ kind: 'called_before', first: 'find', later: 'pay' }, null],
    [{ kind: 'called_before', first: 'pay', later: 'find' }, 'find was called before pay'],
    [{ kind: 'called_before', first: 'refund', later: 'pay' }, 'pay was called before refund'],
    [{ kind: 'called_before', first: 'pay', later: 'refund' }, null],
    [{ kind: 'observed', text: 'R-1' }, null],
    [{ kind: 'observed', text: 'R-2' }, 'no tool answered with "R-2"'],
    [{ kind: 'observed', text: 'read_policy' }, 'no tool answered with "read_policy"'],
    [{ kind: 'max_calls', value: 5 }, null],
    [{ kind: 'max_calls', value: 4 }, '5 calls, at most 4 are allowed'],
  ])('%j', (check, why) => {
    expect(checkProcess(check, steps)).toBe(why);
  });

  it('hears what changes the world too late, where it had to be heard early', () => {
    const observation = (callId: string, content: string, changes: readonly StateChange[]) =>
      ({
        type: 'observation',
        callId,
        status: 'ok',
        content,
        data: null,
        error: null,
        stateDigest: '',
        changes,
      }) as const;
    const change = { name: 'a', before: 1, after: 2 };
    const looked = [observation('1', 'seats: 0', []), observation('2', 'dropped', [change])];
    const guessed = [observation('1', 'dropped; seats: 0', [change]), observation('2', 'seats: 0', [])];
    const early = { kind: 'observed', text: 'seats: 0', early: true } as const;
    expect(checkProcess(early, looked)).toBeNull();
    expect(checkProcess(early, guessed)).toBe('no tool answered with "seats: 0" before the first change');
    expect(checkProcess({ kind: 'observed', text: 'seats: 0' }, guessed)).toBeNull();
  });

  it('never holds for a kind that it does not know', () => {
    const check = { kind: 'sure' } as unknown as ProcessCheck;
    expect(checkProcess(check, steps)).toBe('there is no check {"kind":"sure"}');
  });
});
