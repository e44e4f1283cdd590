import { expect, it } from 'vitest';
import type { OpenAIMessage } from '../openai-message.js';
import { finished, sampleTrajectories } from '../testing/sample-trajectories.js';
import { createTrajectory } from '../trajectory-id.js';
import { NO_OBJECT } from './call-arguments.js';
import { trlPreferences } from './preference-formats.js';
import { trlMessages } from './trl-messages.js';

const calling = (text: string): OpenAIMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: text } }],
});

it('writes content as text, arguments as an object, and the tool beside its result', () => {
  const result: OpenAIMessage = { role: 'tool', tool_call_id: 'c', content: 'x' };
  expect(trlMessages([{ role: 'user', content: 'Look.' }, calling('{"at":1}'), result])).toEqual([
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: { at: 1 } } }],
    },
    { role: 'tool', tool_call_id: 'c', name: 'look', content: 'x' },
  ]);
});

it.each(['{"at": ', '[1]', '"x"', 'null', ''])('writes nothing with the arguments %s', (text) => {
  expect(trlMessages([calling(text)])).toBeNull();
});

it('writes pairs as it writes conversations, and names results whose calls are in the prompt', () => {
  const steps = finished.steps.slice(2, 4);
  const run = (code: string) =>
    createTrajectory({
      ...finished,
      steps: [
        ...steps,
        { type: 'code_execution', callId: 'call_2', tool: 'python', code },
        { type: 'final_answer', content: code, value: code },
      ],
    });
  const pair = { taskId: 't', chosen: run('1'), rejected: run('2'), by: 'outcome', margin: 1 } as const;
  const record = JSON.parse(trlPreferences.encode([pair]).text);
  expect(record.prompt.slice(1)).toMatchObject([
    { content: '', tool_calls: [{ function: { arguments: { hall: 7, who: 'Łódź Jazz' } } }] },
    { role: 'tool', name: 'book' },
  ]);
  expect(record.chosen).toMatchObject([
    { content: '', tool_calls: [{ function: { arguments: { code: '1' } } }] },
  ]);
  expect(record.rejected).toMatchObject([{ tool_calls: [{ function: { arguments: { code: '2' } } }] }]);
});

it('skips a pair one of whose calls has no arguments', () => {
  const refused = sampleTrajectories.find(({ steps }) => steps.some((step) => 'invalidArguments' in step));
  if (refused === undefined) throw new Error('there is no such sample');
  const pair = { taskId: 't', chosen: finished, rejected: refused, by: 'outcome', margin: 1 } as const;
  expect(trlPreferences.encode([pair])).toEqual({
    text: '',
    records: 0,
    skipped: [{ id: finished.id, reason: NO_OBJECT }],
  });
});
