import { describe, expect, it } from 'vitest';
import { createSqlEnvironment, type Policy, recordTrajectory } from '../environments/index.js';
import {
  attributeFailure,
  branch,
  mineFailures,
  playOn,
  rescore,
  scoreOutcome,
  verifyTrajectory,
} from '../evaluation/index.js';
import {
  type AssistantMessage,
  type ModelCallOptions,
  type ModelRequest,
  openModel,
  withRetry,
} from '../models/index.js';
import {
  createTrajectory,
  decodeTrajectories,
  encodeTrajectories,
  isCallStep,
  observations,
  openAIJsonl,
  type Task,
  type Trajectory,
  type TrajectoryStep,
  toMessages,
} from '../records/index.js';
import { type ScriptedModel, scriptedModel } from '../testing/index.js';
import { agentPolicy } from './agent-policy.js';
import { AgentTrajectoryGenerator } from './generator/trajectory-generator.js';

const environment = await createSqlEnvironment({
  name: 'shop',
  content: {
    tables: [
      {
        name: 'item',
        columns: 'name TEXT, price INTEGER',
        rows: [
          ['pen', 2],
          ['book', 40],
        ],
      },
    ],
  },
});

const task: Task = {
  id: 'dearest',
  category: 'lookup',
  prompt: 'What costs most? Answer with its name.',
  expected: { answer: { value: 'book', comparison: 'exact' }, stateDigest: null },
  metadata: {},
};

const query = (sql: string) => ({ toolCalls: [{ name: 'sql_query', input: { sql } }] });

const record = (
  model: ScriptedModel,
  maxCalls = 50,
  options: Partial<Parameters<typeof agentPolicy>[0]> = {},
) => recordTrajectory({ environment, policy: agentPolicy({ model, ...options }), task, seed: 0, maxCalls });

it('records what an agent did in a world, to be scored and verified by replay', async () => {
  const model = scriptedModel([
    { text: 'I sort by price.', ...query('SELECT nam FROM item') },
    query('SELECT name FROM item ORDER BY price DESC LIMIT 1'),
    'book',
  ]);
  const trajectory = await record(model);
  model.assertDone();
  expect(trajectory.steps.map(({ type }) => type)).toEqual([
    'thought',
    'tool_call',
    'observation',
    'tool_call',
    'observation',
    'final_answer',
  ]);
  expect(trajectory).toMatchObject({ stopReason: 'answered', finalAnswer: 'book' });
  expect(JSON.stringify(model.calls[1]?.messages.at(-1))).toContain('no such column');
  expect(scoreOutcome(trajectory).verdict).toBe('pass');
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
});

it('says how an episode without an answer ended', async () => {
  expect(await record(scriptedModel([{ fault: 'refused' }]))).toMatchObject({
    stopReason: 'policy_error',
    stopDetail: expect.stringContaining('refused'),
  });
  expect(await record(scriptedModel(['', '']))).toMatchObject({ stopReason: 'no_answer', stopDetail: null });
  const again = query('SELECT 1');
  expect(await record(scriptedModel([again, again, again]), 2)).toMatchObject({ stopReason: 'call_limit' });
});

it('records words of a model that are no answer: of a reply that was cut off or blocked, or that its schema refuses', async () => {
  const ended = async (finishReason: 'length' | 'content-filter') =>
    record(scriptedModel([{ reasoning: 'Long.', text: 'The dearest is the', finishReason }]));
  for (const trajectory of [await ended('length'), await ended('content-filter')]) {
    expect(trajectory).toMatchObject({ stopReason: 'no_answer', finalAnswer: null });
    expect(trajectory.steps).toEqual([
      { type: 'thought', content: 'Long.', reasoning: true },
      { type: 'thought', content: 'The dearest is the' },
    ]);
  }
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
  const model = scriptedModel(['It is the book.', '{"name": "book"}']);
  const policy = agentPolicy({ model, schema });
  const { steps } = await recordTrajectory({ environment, policy, task, seed: 0 });
  expect(steps).toMatchObject([
    { type: 'thought', content: 'It is the book.' },
    { type: 'final_answer', value: { name: 'book' } },
  ]);
});

it('records the calls of one reply as made at once, and what the model used', async () => {
  const toolCalls = ['SELECT 1', 'SELECT 2'].map((sql) => ({ name: 'sql_query', input: { sql } }));
  const model = scriptedModel([{ toolCalls }, 'book']);
  const trajectory = await record(model);
  expect(trajectory.steps.map(({ type }) => type)).toEqual([
    'tool_call',
    'tool_call',
    'observation',
    'observation',
    'final_answer',
  ]);
  expect(trajectory.usage?.modelCalls).toBe(2);
  expect(trajectory.provenance?.model).toMatch(/script/);
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
});

describe('wrong calls of a model', () => {
  const wrong = [
    { name: 'sql_query', inputText: '{"sql": "SELECT name' },
    { name: 'sql_search', input: { text: 'dear' } },
    { name: 'sql_query', input: { sql: 5 } },
    { name: 'sql_query', inputText: '["SELECT 1"]' },
    { name: 'sql_query', inputText: '"SELECT 1"' },
  ];
  const model = () =>
    scriptedModel([
      ...wrong.map((call) => ({ toolCalls: [call] })),
      { toolCalls: [...wrong, ...query('SELECT name FROM item').toolCalls] },
      'pen',
    ]);

  it('are steps with what the model wrote, and with what it read then', async () => {
    const asked = model();
    const trajectory = await record(asked);
    asked.assertDone();
    const refusals = ['no_json', 'unknown_tool', 'invalid_arguments', 'no_json', 'no_json'];
    expect(trajectory.steps.filter(isCallStep)).toHaveLength(11);
    expect(trajectory.steps.slice(0, 6)).toMatchObject([
      { type: 'tool_call', tool: 'sql_query', arguments: {}, invalidArguments: '{"sql": "SELECT name' },
      { type: 'observation', status: 'error', error: { type: 'no_json' }, changes: [] },
      { type: 'tool_call', tool: 'sql_search', arguments: { text: 'dear' } },
      { type: 'observation', status: 'error', error: { type: 'unknown_tool' } },
      { type: 'tool_call', tool: 'sql_query', arguments: { sql: 5 } },
      { type: 'observation', status: 'error', error: { type: 'invalid_arguments' } },
    ]);
    const read = asked.calls
      .at(-1)
      ?.messages.flatMap((message) => (message.role === 'tool' ? message.content : []))
      .map(({ output }) => output.value);
    expect(observations(trajectory).map(({ content }) => content)).toEqual(read);
    expect(observations(trajectory).map(({ error }) => error?.type ?? null)).toEqual([
      ...refusals,
      ...refusals,
      null,
    ]);
  });

  it('are replayed, and a refusal that is edited is found', async () => {
    const trajectory = await record(model());
    const { trajectories } = await decodeTrajectories(encodeTrajectories([trajectory]));
    expect(trajectories).toEqual([trajectory]);
    const verification = await verifyTrajectory(trajectory, environment);
    expect(verification).toMatchObject({ verdict: 'pass', replayedCalls: 11 });
    expect(verification.checks.find(({ name }) => name === 'tool_args')?.detail).toContain(
      '10 refused by the world',
    );
    const edited = (change: (step: TrajectoryStep) => object): Trajectory =>
      createTrajectory({
        ...trajectory,
        steps: trajectory.steps.map((step, index) =>
          index < 2 ? ({ ...step, ...change(step) } as TrajectoryStep) : step,
        ),
      });
    for (const forged of [
      edited((step) => (step.type === 'observation' ? { status: 'ok', error: null } : {})),
      edited((step) => (step.type === 'observation' ? { content: 'book' } : {})),
      edited((step) => (isCallStep(step) ? { invalidArguments: '{"sql": "SELECT 1"}' } : {})),
      edited((step) => (isCallStep(step) ? { arguments: { sql: 'SELECT 1' } } : {})),
    ]) {
      expect((await verifyTrajectory(forged, environment)).verdict).toBe('fail');
    }
  });

  it('are kept in messages as the model wrote them', async () => {
    const written = toMessages(await record(model())).flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []) : [],
    );
    expect(written).toHaveLength(11);
    expect(written.slice(0, 4).map((call) => call.function.arguments)).toEqual([
      '{"sql": "SELECT name',
      '{"text":"dear"}',
      '{"sql":5}',
      '["SELECT 1"]',
    ]);
  });

  it.each([
    ['no_json', wrong[0]],
    ['unknown_tool', wrong[1]],
    ['bad_arguments', wrong[2]],
  ])('that are the last are failures of kind %s', async (kind, call) => {
    const trajectory = await record(scriptedModel([{ toolCalls: call === undefined ? [] : [call] }, 'pen']));
    const scored = { ...trajectory, outcome: scoreOutcome(trajectory) };
    expect(mineFailures([scored]).failures.map((failure) => failure.kind)).toEqual([kind]);
  });

  it('of tools that the world has, but that were not offered, reach nothing', async () => {
    const script = scriptedModel([
      { toolCalls: [{ name: 'sql_execute', input: { sql: 'DELETE FROM item' } }] },
      'book',
    ]);
    const generator = new AgentTrajectoryGenerator({
      model: script,
      environment,
      tools: ['sql_query'],
      verify: true,
    });
    const trajectory = await generator.generate('What costs most?');
    expect(trajectory).toMatchObject({ stopReason: 'answered', verification: { verdict: 'pass' } });
    expect(observations(trajectory)).toMatchObject([
      { error: { type: 'unknown_tool', message: 'there is no tool sql_execute; there are: sql_query' } },
    ]);
    const ran = createTrajectory({ ...trajectory, tools: environment.tools });
    expect((await verifyTrajectory(ran, environment)).verdict).toBe('fail');
  });

  it('can be gone through, branched and blamed', async () => {
    const trajectory = await record(
      scriptedModel([{ toolCalls: wrong.slice(0, 3) }, query('SELECT name FROM item LIMIT 1'), 'pen']),
    );
    const policyOf = (sql: string): Policy => ({
      name: sql,
      version: '1',
      play: async (_, actor) => {
        const { data } = await actor.call('sql_query', { sql });
        actor.answer((data as { rows: string[][] }).rows[0]?.[0] ?? null);
      },
    });
    const reference = policyOf('SELECT name FROM item ORDER BY price DESC LIMIT 1');
    const { blamed, steps } = await attributeFailure(trajectory, { environment, reference });
    expect(blamed.map(({ step, kind }) => [step, kind])).toEqual([[6, 'wrong_call']]);
    expect(steps.slice(0, 3).map(({ role, credit }) => [role, credit])).toEqual([
      ['extra', 0],
      ['extra', 0],
      ['extra', 0],
    ]);
    const { rescored } = await rescore([trajectory], { environment });
    expect(rescored.map(({ outcome }) => outcome.verdict)).toEqual(['fail']);
  });
});

describe('the reasoning of a model', () => {
  const model = () =>
    scriptedModel([
      {
        reasoning: 'By price.',
        text: 'I sort.',
        ...query('SELECT name FROM item ORDER BY price DESC LIMIT 1'),
      },
      { text: '<think>\nIs it 40?\nYes.\n</think>\n', ...query('SELECT 1') },
      '<think>\nThe book, then.\n</think>\n\nbook',
    ]);

  it('is thoughts of its own, and no part of the answer', async () => {
    const trajectory = await record(model());
    expect(trajectory.steps.filter((step) => step.type === 'thought')).toEqual([
      { type: 'thought', content: 'By price.', reasoning: true },
      { type: 'thought', content: 'I sort.' },
      { type: 'thought', content: 'Is it 40?\nYes.', reasoning: true },
      { type: 'thought', content: 'The book, then.', reasoning: true },
    ]);
    expect(trajectory).toMatchObject({ stopReason: 'answered', finalAnswer: 'book' });
    expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories).toEqual([trajectory]);
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
    const again = await playOn(await branch(trajectory, 4, { environment }), agentPolicy({ model: model() }));
    expect(again.trajectory.steps).toEqual(trajectory.steps);
  });

  it('is kept apart in messages, and left out by name of a format without a place for it', async () => {
    const trajectory = await record(model());
    const assistant = toMessages(trajectory).filter(({ role }) => role === 'assistant');
    expect(assistant).toMatchObject([
      { content: 'I sort.', reasoning_content: 'By price.' },
      { content: null, reasoning_content: 'Is it 40?\nYes.' },
      { content: 'book', reasoning_content: 'The book, then.' },
    ]);
    const { text, reduced } = openAIJsonl.encode([trajectory]);
    expect(text).not.toContain('By price.');
    expect(text).not.toContain('reasoning');
    expect(reduced).toEqual([{ id: trajectory.id, reason: 'the format has no place for reasoning' }]);
  });

  it('of each agent of a team has its name', async () => {
    const team = scriptedModel([
      { reasoning: 'Plan well.', text: 'Count.' },
      { reasoning: 'Do it.', ...query('SELECT 1') },
      'book',
      '<think>Fine.</think>{"verdict": "accept", "reason": "It is."}',
    ]);
    const generator = new AgentTrajectoryGenerator({ model: team, environment });
    const { steps } = await generator.generate('What costs most?', { mode: 'multi_agent' });
    expect(steps.filter((step) => step.type === 'thought')).toEqual([
      { type: 'thought', agent: 'planner', content: 'Plan well.', reasoning: true },
      { type: 'thought', agent: 'executor', content: 'Do it.', reasoning: true },
      { type: 'thought', agent: 'critic', content: 'Fine.', reasoning: true },
    ]);
  });
});

describe('calls that are not made', async () => {
  const withheld = ({ steps }: Trajectory) =>
    steps.flatMap((step) => (step.type === 'withheld_call' ? [step] : []));

  const holds = async (trajectory: Trajectory): Promise<void> => {
    expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories).toEqual([trajectory]);
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  };

  it('of an agent that may not make them are steps with the reason, and answered by it in messages', async () => {
    const model = scriptedModel([
      {
        toolCalls: [
          { name: 'sql_query', input: { sql: 'SELECT 1' } },
          { name: 'sql_execute', input: { sql: 'DELETE FROM item' } },
        ],
      },
      'book',
    ]);
    const trajectory = await record(model, 50, {
      approve: ({ tool }) => (tool === 'sql_execute' ? 'nothing may be changed' : null),
    });
    expect(withheld(trajectory)).toEqual([
      {
        type: 'withheld_call',
        callId: 'withheld_1',
        tool: 'sql_execute',
        arguments: { sql: 'DELETE FROM item' },
        reason: 'refused: nothing may be changed',
      },
    ]);
    await holds(trajectory);
    const [, , said, ...results] = toMessages(trajectory);
    expect(said).toMatchObject({ tool_calls: [{ id: 'withheld_1' }, { id: 'call_1' }] });
    expect(results.filter(({ role }) => role === 'tool')).toMatchObject([
      { tool_call_id: 'withheld_1', content: 'refused: nothing may be changed' },
      { tool_call_id: 'call_1' },
    ]);
    const forged = createTrajectory({
      ...trajectory,
      steps: trajectory.steps.map((step) =>
        step.type === 'withheld_call' ? { ...step, callId: 'call_9' } : step,
      ),
    });
    expect((await verifyTrajectory(forged, environment)).verdict).toBe('fail');
  });

  it('of a reply that was cut off, and after the last round, are steps', async () => {
    const cut = { ...query('SELECT 2'), finishReason: 'length' as const };
    const trajectory = await record(scriptedModel([cut, query('SELECT 3'), query('SELECT 4')]), 50, {
      maxIterations: 2,
    });
    expect(withheld(trajectory).map(({ arguments: { sql }, reason }) => [sql, reason])).toEqual([
      ['SELECT 2', expect.stringContaining('cut off')],
      ['SELECT 4', expect.stringContaining('rounds of tool calls are used up')],
    ]);
    expect(trajectory.turns?.map(({ finishReason }) => finishReason)).toEqual([
      'length',
      'tool_calls',
      'tool_calls',
    ]);
    await holds(trajectory);
  });

  it('that give an answer that the schema refuses are steps', async () => {
    const submit = (answer: string) => ({ toolCalls: [{ name: 'submit', input: { name: answer } }] });
    const trajectory = await record(scriptedModel([query('SELECT 1'), submit('cup'), submit('book')]), 50, {
      schema: { type: 'object', properties: { name: { enum: ['pen', 'book'] } }, required: ['name'] },
    });
    expect(withheld(trajectory)).toMatchObject([{ tool: 'submit', arguments: { name: 'cup' } }]);
    expect(trajectory.finalAnswer).toEqual({ name: 'book' });
    expect(trajectory.turns?.[0]?.tools).toMatchObject(['sql_query', 'sql_execute', { name: 'submit' }]);
    await holds(trajectory);
    const taken = { tool: 'submit', arguments: { name: 'book' } };
    expect(trajectory.steps.at(-1)).toMatchObject({ type: 'final_answer', submitted: taken });
    const { turns: _, ...withoutTurns } = trajectory;
    for (const each of [trajectory, { ...withoutTurns, turns: null }]) {
      expect(toMessages(each).at(-1)).toEqual({
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'submitted', type: 'function', function: { name: 'submit', arguments: '{"name":"book"}' } },
        ],
      });
    }
    const { tools } = JSON.parse(openAIJsonl.encode([trajectory]).text);
    expect(tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
      'sql_query',
      'sql_execute',
      'submit',
    ]);
    expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories).toEqual([trajectory]);
  });
});

it('tells an agent the instructions of the task in its system message, after its own', async () => {
  const ruled = { ...task, instructions: 'R1: Never name a pen.' };
  const model = scriptedModel(['book']);
  const policy = agentPolicy({ model, instructions: 'Be brief.' });
  const trajectory = await recordTrajectory({ environment, policy, task: ruled, seed: 0 });
  const [system] = model.calls[0]?.messages ?? [];
  expect(system).toMatchObject({ role: 'system' });
  expect(String(system?.content)).toMatch(/^Be brief\.\n\nR1: Never name a pen\./);
  expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories[0]?.task).toEqual(ruled);
  // Without a model, too, what is exported says what had to be gone by.
  const [first, second] = toMessages({ ...trajectory, turns: null });
  expect(first).toEqual({ role: 'system', content: ruled.instructions });
  expect(second).toEqual({ role: 'user', content: ruled.prompt });
});

describe('the turns of a record', () => {
  it('hold settings, the exact text, tokens, and attempts that failed, and give the conversation as it was sent', async () => {
    const usage = { inputTokens: 10, outputTokens: 5 };
    const model = scriptedModel([
      {
        text: '<think>By price.</think>\n\nI sort.',
        usage,
        ...query('SELECT name FROM item ORDER BY price DESC'),
      },
      { fault: 'rate_limited' },
      { text: ' ', usage },
      { text: 'book', usage },
    ]);
    const clock = { now: () => 0, wait: async () => undefined };
    const policy = agentPolicy({
      model: withRetry(model, { clock }),
      temperature: 0.5,
      instructions: 'Answer.',
    });
    const trajectory = await recordTrajectory({ environment, policy, task, seed: 0 });
    const [first, second, third] = trajectory.turns ?? [];
    expect(trajectory.turns).toHaveLength(3);
    expect(first).toMatchObject({
      step: 0,
      model: 'scripted/model',
      sent: [
        { role: 'system', content: expect.stringContaining('Answer.') },
        { role: 'user', content: task.prompt },
      ],
      settings: { temperature: 0.5 },
      tools: ['sql_query', 'sql_execute'],
      text: '<think>By price.</think>\n\nI sort.',
      finishReason: 'tool_calls',
      usage,
    });
    expect(second).toEqual({
      step: 4,
      model: 'scripted/model',
      continues: true,
      text: ' ',
      finishReason: 'stop',
      usage,
      failures: [{ code: 'models/rate_limited', message: expect.any(String) }],
    });
    expect(third).toMatchObject({ continues: true, sent: [{ role: 'user' }], text: 'book' });
    expect(trajectory.usage).toMatchObject({ modelCalls: 3, inputTokens: 30, outputTokens: 15 });
    const asked = model.calls.at(-1)?.messages.map(({ role }) => role);
    expect(toMessages(trajectory).map(({ role }) => role)).toEqual([...(asked ?? []), 'assistant']);
    expect(toMessages(trajectory)[2]).toMatchObject({ content: 'I sort.', reasoning_content: 'By price.' });
    expect(JSON.parse(openAIJsonl.encode([trajectory]).text).messages[0].role).toBe('system');
    expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories).toEqual([trajectory]);
    expect(createTrajectory(trajectory).id).toBe(trajectory.id);
  });

  it('hold what was sent where it is not what the world answered', async () => {
    const model = scriptedModel([query('SELECT name, price FROM item'), 'book']);
    const trajectory = await record(model, 50, { maxResultCharacters: 10 });
    const [result] = (trajectory.turns?.[1]?.sent ?? []).filter(({ role }) => role === 'tool');
    expect(result?.content).toHaveLength(10);
    expect(toMessages(trajectory)).toContainEqual({ ...result, tool_call_id: 'call_1' });
  });

  it('hold the order of a reply that thinks and writes between its calls', async () => {
    const call = (toolCallId: string, sql: string) =>
      ({ type: 'tool-call', toolCallId, toolName: 'sql_query', input: { sql } }) as const;
    const content: AssistantMessage['content'] = [
      { type: 'text', text: 'First ' },
      { type: 'text', text: 'this.' },
      call('a', 'SELECT 1'),
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Then that.' },
      call('b', 'SELECT 2'),
    ];
    const plain = openModel(scriptedModel([query('SELECT 1'), 'book']));
    let asked = 0;
    const model = {
      ...plain,
      call: async (request: ModelRequest, options?: ModelCallOptions) => {
        const response = await plain.call(request, options);
        asked += 1;
        if (asked > 1) return response;
        const toolCalls = content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
        return { ...response, toolCalls, message: { role: 'assistant' as const, content } };
      },
    };
    const trajectory = await recordTrajectory({ environment, policy: agentPolicy({ model }), task, seed: 0 });
    expect(trajectory.turns?.map(({ parts }) => parts)).toEqual([
      [{ text: 'First this.' }, { call: 0 }, { reasoning: 'Hm.' }, { text: 'Then that.' }, { call: 1 }],
      undefined,
    ]);
    expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories).toEqual([trajectory]);
  });

  it('of the kept steps come with a branch that is played on', async () => {
    const replies = () => [query('SELECT 1'), query('SELECT 2'), query('SELECT 3'), 'book'];
    const played = await record(scriptedModel(replies()));
    const at = await branch(played, 4, { environment });
    const { trajectory } = await playOn(at, agentPolicy({ model: scriptedModel(replies()) }));
    expect(trajectory.id).toBe(played.id);
    expect(trajectory.turns).toEqual(played.turns);
    expect(toMessages(trajectory)).toEqual(toMessages(played));
    expect((await decodeTrajectories(encodeTrajectories([trajectory]))).trajectories).toEqual([trajectory]);
  });

  it('of a policy that reads the record of another hold all that its model was sent', async () => {
    const played = await record(scriptedModel([query('SELECT 1'), query('SELECT 2'), 'book']));
    const at = await branch(played, 2, { environment });
    const other = scriptedModel([query('SELECT 7'), query('SELECT 8'), 'pen']);
    const { trajectory } = await playOn(at, agentPolicy({ model: other }));
    expect(trajectory.turns?.map(({ step, continues = false }) => [step, continues])).toEqual([
      [0, false],
      [2, false],
      [4, true],
    ]);
    expect(JSON.stringify(trajectory.turns?.[1]?.sent)).toContain('SELECT 7');
    expect(trajectory.turns?.[0]).toEqual(played.turns?.[0]);
  });

  it('hold why there was no reply', async () => {
    const trajectory = await record(scriptedModel([{ fault: 'refused' }]));
    expect(trajectory).toMatchObject({
      stopReason: 'policy_error',
      turns: [{ step: 0, model: 'scripted/model', error: { message: expect.any(String) } }],
    });
    expect(trajectory.turns?.[0]).not.toHaveProperty('text');
  });

  it('hold the seed and the most tokens that a generator adds, for each agent of a team', async () => {
    const team = scriptedModel([
      'Count.',
      query('SELECT 1'),
      'book',
      '{"verdict": "accept", "reason": "It is."}',
    ]);
    const generator = new AgentTrajectoryGenerator({ model: team, environment, maxTokens: 99 });
    const trajectory = await generator.generate('What costs most?', { mode: 'multi_agent' });
    const turns = trajectory.turns ?? [];
    expect(turns.map(({ agent, continues = false }) => [agent, continues])).toEqual([
      ['planner', false],
      ['executor', false],
      ['executor', true],
      ['critic', false],
    ]);
    const settings = turns.flatMap((turn) => (turn.settings === undefined ? [] : [turn.settings]));
    expect(settings).toHaveLength(3);
    for (const each of settings) {
      expect(each).toMatchObject({ max_output_tokens: 99, seed: expect.any(Number), temperature: 0.7 });
    }
  });
});

it('names what a batch of all modes can not play in a world without code, and plays the rest', async () => {
  const model = scriptedModel(['book', 'Count.', 'book', '{"verdict": "accept", "reason": "It is."}']);
  const generator = new AgentTrajectoryGenerator({ model, environment });
  const batch = await generator.generateBatch('What costs most?', {
    numTrajectories: 3,
    varyModes: true,
    concurrency: 1,
  });
  expect(batch.trajectories).toHaveLength(2);
  expect(batch.failed).toMatchObject([
    { position: 2, message: expect.stringContaining('The mode code_execution needs a tool') },
  ]);
});

it('has a version that follows from what decides its behaviour', () => {
  const version = (temperature: number) => agentPolicy({ model: scriptedModel([]), temperature }).version;
  expect(version(0)).toBe(version(0));
  expect(version(0)).not.toBe(version(1));
});
