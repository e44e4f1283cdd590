import { createTrajectory, type Trajectory } from '../trajectories/index.js';

const digest = (letter: string): string => letter.repeat(64);

/** A finished episode with every kind of step, as data; it was never run. */
export const finished: Trajectory = {
  ...createTrajectory({
    task: {
      id: 'hall-1',
      category: 'update',
      prompt: 'Book hall 7 for "Łódź Jazz" and say its price in zł, doubled.',
      expected: { answer: { value: 500, comparison: 'number' }, stateDigest: digest('b') },
      metadata: { split: 'train' },
    },
    environment: { name: 'hall', fingerprint: digest('e') },
    policy: { name: 'example', version: '1' },
    seed: 7,
    tools: [
      {
        name: 'book',
        description: 'Books a hall.',
        parameters: {
          type: 'object',
          properties: { hall: { type: 'integer' }, who: { type: 'string' } },
          required: ['hall', 'who'],
          additionalProperties: false,
        },
      },
      {
        name: 'python',
        description: 'Runs Python.',
        parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
      },
    ],
    steps: [
      { type: 'plan', content: 'Book, then double.' },
      { type: 'thought', content: 'Hall 7 first.' },
      { type: 'tool_call', callId: 'call_1', tool: 'book', arguments: { who: 'Łódź Jazz', hall: 7 } },
      {
        type: 'observation',
        callId: 'call_1',
        status: 'ok',
        content: 'booked for 250 zł',
        data: { price: 250 },
        error: null,
        stateDigest: digest('b'),
        changes: [{ name: 'halls/7', before: null, after: { who: 'Łódź Jazz' } }],
      },
      { type: 'code_execution', callId: 'call_2', tool: 'python', code: 'print("x")\n250 * 2' },
      {
        type: 'observation',
        callId: 'call_2',
        status: 'ok',
        content: 'x\n500',
        data: { value: 500, stdout: 'x\n', stderr: '', line: null },
        error: null,
        stateDigest: digest('b'),
        changes: [],
      },
      { type: 'critique', content: 'That fits.' },
      { type: 'final_answer', content: '500', value: 500 },
    ],
    finalAnswer: 500,
    initialStateDigest: digest('a'),
    finalStateDigest: digest('b'),
    stopReason: 'answered',
    stopDetail: null,
  }),
  outcome: {
    verdict: 'pass',
    reason: 'every expectation holds',
    checks: [{ name: 'answer', verdict: 'pass', detail: '' }],
  },
  verification: { verdict: 'not_checked', reason: 'no such world', replayedCalls: 0, mismatches: [] },
  requirements: [{ step: 4, requirement: 'PythonSyntaxValid', verdict: 'pass', reason: 'it parses' }],
};

/** The same episode, cut short. */
export const unfinished: Trajectory = createTrajectory({
  ...finished,
  steps: finished.steps.slice(0, 4),
  finalAnswer: null,
  stopReason: 'call_limit',
});
