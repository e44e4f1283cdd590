import { failedObservation } from '../observation.js';
import type { Trajectory } from '../trajectory.js';
import { createTrajectory } from '../trajectory-id.js';

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
  verification: {
    verdict: 'not_checked',
    reason: 'no such world',
    replayedCalls: 0,
    mismatches: [],
    checks: [],
  },
  requirements: [{ step: 4, requirement: 'PythonSyntaxValid', verdict: 'pass', reason: 'it parses' }],
};

/** The same episode, cut short. */
export const unfinished: Trajectory = createTrajectory({
  ...finished,
  steps: finished.steps.slice(0, 4),
  finalAnswer: null,
  stopReason: 'call_limit',
});

/** Two calls at once by a subagent, and all that version 2 of the record added. */
export const shared: Trajectory = {
  ...createTrajectory({
    ...finished,
    task: {
      ...finished.task,
      expected: {
        answer: { value: 500, comparison: 'number', tolerance: 0.5 },
        stateDigest: null,
        goals: [{ kind: 'fact', name: 'halls/7', value: { who: 'Łódź Jazz' } }],
        invariants: [{ kind: 'unchanged', except: ['halls/7'] }],
        process: [{ kind: 'max_calls', value: 2 }],
      },
    },
    steps: [
      { type: 'plan', content: 'Let the clerk do it.', agent: 'planner' },
      ...[finished.steps[2], finished.steps[4], finished.steps[3], finished.steps[5]].flatMap((step) =>
        step === undefined ? [] : [step.type === 'observation' ? step : { ...step, agent: 'clerk' }],
      ),
      { type: 'subagent', agent: 'clerk', prompt: 'Book it.', report: { price: 250 }, trajectoryId: null },
      { type: 'final_answer', content: '500', value: 500, agent: 'planner' },
    ],
  }),
  usage: { modelCalls: 2, inputTokens: 812, outputTokens: 64, dollars: 0.0021 },
  callSeconds: [0.25, 1.5],
  provenance: { mettle: '0.1.0', model: 'openai/gpt-5-mini' },
};

/** Reasoning, and a call whose arguments are no JSON object, which version 3 of the record added. */
const refused: Trajectory = createTrajectory({
  ...finished,
  steps: [
    { type: 'thought', content: 'Which hall? Seven.', reasoning: true },
    {
      type: 'tool_call',
      callId: 'call_1',
      tool: 'book',
      arguments: {},
      invalidArguments: '{"hall": 7, "who": "Łódź',
    },
    {
      type: 'observation',
      callId: 'call_1',
      ...failedObservation('no_json', 'the arguments of book are not a JSON object'),
      stateDigest: digest('a'),
      changes: [],
    },
    { type: 'final_answer', content: '500', value: 500 },
  ],
});

/** What models were asked and how they replied, withheld calls, and an answer that was submitted. */
const inTurns: Trajectory = {
  ...createTrajectory({
    ...finished,
    steps: [
      { type: 'thought', content: 'Ask first.', reasoning: true },
      {
        type: 'withheld_call',
        callId: 'withheld_1',
        tool: 'book',
        arguments: { hall: 8, who: 'Łódź Jazz' },
        reason: 'not approved',
      },
      { type: 'thought', content: 'Two at once.' },
      ...finished.steps.slice(2, 6),
      {
        type: 'final_answer',
        content: '500',
        value: 500,
        submitted: { tool: 'submit', arguments: { answer: 500 } },
      },
    ],
  }),
  turns: [
    {
      step: 0,
      model: 'openai/gpt-5-mini',
      servedModel: 'gpt-5-mini-2025-08-07',
      sent: [
        { role: 'system', content: 'You book halls.' },
        { role: 'user', content: finished.task.prompt },
      ],
      settings: { temperature: 0.5, seed: 7 },
      tools: ['book', 'python', { name: 'submit', description: '', parameters: { type: 'object' } }],
      text: '<think>Ask first.</think>\n',
      answerStart: 26,
      finishReason: 'tool_calls',
      rawFinishReason: 'tool_use',
      usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60, reasoningTokens: 8 },
      failures: [{ model: 'openai/gpt-5', code: 'models/rate_limited', message: 'Too many.' }],
    },
    {
      step: 2,
      model: 'openai/gpt-5-mini',
      continues: true,
      text: 'Two at once.',
      parts: [{ call: 0 }, { text: 'Two at once.' }, { call: 1 }],
      finishReason: 'tool_calls',
    },
    {
      step: 7,
      model: 'openai/gpt-5-mini',
      continues: true,
      settings: {},
      tools: [],
      text: '',
      finishReason: 'stop',
    },
    { agent: 'clerk', step: 8, model: 'openai/gpt-5-mini', error: { message: 'No reply.' } },
  ],
};

/** Trajectories that hold, together, every kind of step and every field of the record. They were never run. */
export const sampleTrajectories: readonly Trajectory[] = [finished, unfinished, shared, refused, inTurns];
