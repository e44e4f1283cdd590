import { describe, expect, it } from 'vitest';
import { importTraces } from '../import-traces.js';
import { toMessages } from '../to-messages.js';

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');

const stepsOf = async (text: string, format: 'auto' | 'claude-code' | 'codex' | 'pi' = 'auto') => {
  const read = await importTraces(text, { format });
  const [trajectory] = read.trajectories;
  return {
    ...read,
    trajectory,
    steps: trajectory?.steps.map((step) =>
      step.type === 'tool_call'
        ? `${step.type} ${step.callId} ${step.tool} ${JSON.stringify(step.arguments)}`
        : step.type === 'observation'
          ? `${step.type} ${step.callId} ${step.status} ${step.content}`
          : `${step.type} ${'content' in step ? step.content : ''}`,
    ),
    what: read.losses.map(({ what }) => what),
  };
};

describe('sessions of Claude Code', () => {
  let last: string | null = null;
  const entry = (uuid: string, type: 'user' | 'assistant', content: unknown, more: object = {}) => {
    const value = {
      parentUuid: last,
      isSidechain: false,
      sessionId: 's1',
      cwd: '/home/me/shop',
      version: '2.0.29',
      type,
      message: {
        role: type,
        content,
        ...(type === 'assistant' ? { id: `m-${uuid[0]}`, model: 'claude-x' } : {}),
      },
      uuid,
      timestamp: '2026-01-01T00:00:00.000Z',
      ...more,
    };
    last = uuid;
    return value;
  };
  const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
  const result = (id: string, content: unknown, more: object = {}) => [
    { type: 'tool_result', tool_use_id: id, content, ...more },
  ];

  it('joins the entries of a reply, links parallel calls, and takes the words of a person as the task', async () => {
    last = null;
    const text = lines(
      { type: 'summary', summary: 'Shop', leafUuid: 'x' },
      { type: 'file-history-snapshot', messageId: 'u' },
      entry('u0', 'user', 'Caveat: local commands.', { isMeta: true }),
      entry('u1', 'user', 'Fix the price.'),
      entry('a1', 'assistant', [{ type: 'thinking', thinking: 'Look first.', signature: 'sig' }]),
      entry('a2', 'assistant', [{ type: 'text', text: 'I look.' }]),
      entry('a3', 'assistant', [use('t1', 'Read', { file_path: '/home/me/shop/a.py', limit: 5 })]),
      entry('a4', 'assistant', [use('t2', 'Bash', { command: 'ls' })]),
      // Each result hangs at the entry of its call.
      entry('r1', 'user', result('t1', 'price = 1'), { parentUuid: 'a3' }),
      entry('r2', 'user', result('t2', [{ type: 'text', text: 'no such folder' }], { is_error: true }), {
        parentUuid: 'a4',
      }),
      entry('b1', 'assistant', [{ type: 'text', text: 'Done.' }]),
    );
    const { steps, trajectory, what, formats } = await stepsOf(text);
    expect(steps).toEqual([
      'thought Look first.',
      'thought I look.',
      'tool_call t1 Read {"file_path":"/home/me/shop/a.py","limit":5}',
      'tool_call t2 Bash {"command":"ls"}',
      'observation t1 ok price = 1',
      'observation t2 error no such folder',
      'final_answer Done.',
    ]);
    expect(trajectory?.turns).toHaveLength(2);
    expect(trajectory?.task).toMatchObject({
      prompt: 'Fix the price.',
      metadata: { imported: { format: 'claude-code', id: 's1', folder: '/home/me/shop' } },
    });
    expect(what).toEqual(['a signature of thinking']);
    expect(formats[0]).toMatchObject({ format: 'claude-code', because: 'it has a summary with a leafUuid' });
  });

  it('leaves out what was taken back, and says so', async () => {
    last = null;
    const text = lines(
      entry('u1', 'user', 'One.'),
      entry('a1', 'assistant', [use('t1', 'Bash', {})]),
      entry('r1', 'user', result('t1', 'old')),
      entry('b1', 'assistant', [{ type: 'text', text: 'Old.' }]),
      entry('u2', 'user', 'Two.', { parentUuid: null }),
      entry('c1', 'assistant', [{ type: 'text', text: 'New.' }], { parentUuid: 'u1' }),
    );
    const { steps, what } = await stepsOf(text);
    expect(steps).toEqual(['final_answer New.']);
    expect(what).toEqual(['4 messages of abandoned branches']);
  });

  it('keeps the steps of subagents apart, and begins anew after a summary', async () => {
    last = null;
    const side = { isSidechain: true, agentId: 'helper', parentUuid: null };
    const text = lines(
      entry('u1', 'user', 'One.'),
      entry('a1', 'assistant', [use('t1', 'Task', { prompt: 'Count.' })]),
      entry('x1', 'user', 'Count.', side),
      entry('y1', 'assistant', [{ type: 'text', text: 'Three.' }], { ...side, parentUuid: 'x1' }),
      entry('r1', 'user', result('t1', 'Three.'), { parentUuid: 'a1' }),
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'z',
        parentUuid: null,
        logicalParentUuid: 'r1',
        sessionId: 's1',
      },
      entry('u2', 'user', 'So far: three.', { parentUuid: 'z', isCompactSummary: true }),
      entry('c1', 'assistant', [{ type: 'text', text: 'Three it is.' }]),
    );
    const { trajectory, steps } = await stepsOf(text);
    expect(steps?.at(-1)).toBe('final_answer Three it is.');
    expect(trajectory?.turns?.map(({ agent, continues }) => [agent, continues])).toEqual([
      [undefined, undefined],
      ['helper', undefined],
      [undefined, undefined],
    ]);
    expect(trajectory?.steps.find((step) => 'agent' in step && step.agent === 'helper')).toMatchObject({
      type: 'thought',
      content: 'Three.',
    });
  });

  it('reads several sessions in one file, and names lines that are none', async () => {
    last = null;
    const first = [entry('u1', 'user', 'One.'), entry('a1', 'assistant', [{ type: 'text', text: '1' }])];
    last = null;
    const second = [
      entry('v1', 'user', 'Two.', { sessionId: 's2' }),
      entry('w1', 'assistant', [{ type: 'text', text: '2' }], { sessionId: 's2' }),
    ];
    const { trajectories, skipped } = await stepsOf(lines(...first, '{"torn', ...second, '[1]'));
    expect(trajectories.map(({ finalAnswer }) => finalAnswer)).toEqual(['1', '2']);
    expect(skipped.map(({ line }) => line)).toEqual([3, 6]);
  });
});

describe('sessions of Codex', () => {
  const item = (payload: object) => ({ timestamp: 't', type: 'response_item', payload });
  const message = (role: string, text: string) =>
    item({
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
    });
  const called = (id: string, given: string) =>
    item({ type: 'function_call', name: 'shell', arguments: given, call_id: id });
  const gave = (id: string, output: unknown) => item({ type: 'function_call_output', call_id: id, output });

  it('reads a rollout: replies, calls, exit codes and tokens', async () => {
    const text = lines(
      {
        timestamp: '1',
        type: 'session_meta',
        payload: { id: 'c1', cwd: '/home/me', cli_version: '0.40.0', instructions: 'Be brief.' },
      },
      message('user', '<environment_context>zsh</environment_context>'),
      message('user', 'Count the files.'),
      { timestamp: '2', type: 'turn_context', payload: { model: 'gpt-x', cwd: '/home/me' } },
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'ls' }], encrypted_content: 'abc' }),
      called('k1', '{"command":["ls"],"timeout":5.0}'),
      called('k2', 'not json'),
      gave('k1', '{"output":"a\\nb","metadata":{"exit_code":0}}'),
      gave('k2', 'Exit code: 127\nOutput: none'),
      {
        timestamp: '3',
        type: 'event_msg',
        payload: { type: 'token_count', info: { total_token_usage: { input_tokens: 10, output_tokens: 2 } } },
      },
      message('assistant', 'Two.'),
    );
    const { trajectory, steps, what } = await stepsOf(text);
    expect(steps).toEqual([
      'thought ls',
      'tool_call k1 shell {"command":["ls"],"timeout":5}',
      'tool_call k2 shell {}',
      'observation k1 ok {"output":"a\\nb","metadata":{"exit_code":0}}',
      'observation k2 error Exit code: 127\nOutput: none',
      'final_answer Two.',
    ]);
    expect(trajectory).toMatchObject({
      task: { prompt: 'Count the files.', instructions: 'Be brief.' },
      usage: { modelCalls: 2, inputTokens: 10, outputTokens: 2 },
      provenance: { model: 'gpt-x' },
    });
    expect(trajectory?.turns?.[0]?.parts).toContainEqual({
      call: 0,
      arguments: '{"command":["ls"],"timeout":5.0}',
    });
    expect(what).toEqual(['thinking that its model encrypted']);
  });

  it('reads rollouts of the first versions, and what exec prints', async () => {
    const old = lines(
      { id: 'c2', timestamp: '2025-01-01', instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
    );
    expect((await stepsOf(old)).steps).toEqual(['final_answer Hello']);
    const printed = lines(
      { type: 'thread.started', thread_id: 'c3' },
      { type: 'turn.started' },
      {
        type: 'item.completed',
        item: { id: 'i0', type: 'command_execution', command: 'ls', aggregated_output: 'a', exit_code: 1 },
      },
      { type: 'item.completed', item: { id: 'i1', type: 'agent_message', text: 'One.' } },
      { type: 'turn.completed', usage: { input_tokens: 5, output_tokens: 1 } },
    );
    expect((await stepsOf(printed)).steps).toEqual([
      'tool_call i0 shell {"command":"ls"}',
      'observation i0 error a',
      'final_answer One.',
    ]);
  });
});

describe('sessions of Pi', () => {
  const message = (id: string | null, parentId: string | null, value: object) => ({
    type: 'message',
    ...(id === null ? {} : { id, parentId }),
    timestamp: 't',
    message: value,
  });
  const user = { role: 'user', content: [{ type: 'text', text: 'Count.' }] };
  const reply = (...content: readonly object[]) => ({
    role: 'assistant',
    content,
    provider: 'anthropic',
    model: 'claude-x',
    stopReason: 'stop',
  });
  const call = { type: 'toolCall', id: 'p1', name: 'bash', arguments: { command: 'ls' } };
  const result = {
    role: 'toolResult',
    toolCallId: 'p1',
    toolName: 'bash',
    content: [{ type: 'text', text: 'a' }],
    isError: false,
  };

  it.each([
    ['in a line', [null, null, null, null]],
    ['as a tree', ['1', '2', '3', '4']],
  ])('reads entries %s', async (_, ids) => {
    const [a, b, c, d] = ids as (string | null)[];
    const text = lines(
      { type: 'session', id: 'p', version: 3, cwd: '/home/me' },
      message(a ?? null, null, user),
      message(b ?? null, a ?? null, reply(call)),
      message(c ?? null, b ?? null, result),
      ...(d === null ? [] : [message('9', '3', reply({ type: 'text', text: 'Taken back.' }))]),
      message(d ?? null, c ?? null, reply({ type: 'text', text: 'One.' })),
    );
    const { steps, what, trajectory } = await stepsOf(text);
    expect(steps).toEqual(['tool_call p1 bash {"command":"ls"}', 'observation p1 ok a', 'final_answer One.']);
    expect(what).toEqual(d === null ? [] : ['1 message of abandoned branches']);
    expect(trajectory?.provenance?.model).toBe('anthropic/claude-x');
  });
});

describe('messages of the AI SDK', () => {
  it('reads those for models', async () => {
    const { trajectories, formats } = await importTraces([
      { role: 'user', content: 'Count.' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'ls' },
          { type: 'tool-call', toolCallId: 'k', toolName: 'bash', input: { command: 'ls' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'k',
            toolName: 'bash',
            output: { type: 'json', value: { files: 2 } },
          },
        ],
      },
      { role: 'assistant', content: 'Two.' },
    ]);
    expect(formats[0]?.format).toBe('ai-sdk');
    expect(trajectories.flatMap(toMessages)).toEqual([
      { role: 'user', content: 'Count.' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'ls',
        tool_calls: [
          { id: 'k', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'k', content: '{"files":2}' },
      { role: 'assistant', content: 'Two.' },
    ]);
  });

  it('reads those for user interfaces, in which a message holds several replies', async () => {
    const { trajectories } = await importTraces([
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'Count.' }] },
      {
        id: '2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'tool-bash', toolCallId: 'k', state: 'output-available', input: {}, output: 'a' },
          {
            type: 'tool-rm',
            toolCallId: 'l',
            state: 'output-denied',
            input: {},
            approval: { reason: 'not that' },
          },
          {
            type: 'dynamic-tool',
            toolName: 'ls',
            toolCallId: 'm',
            state: 'output-error',
            input: {},
            errorText: 'no',
          },
          { type: 'step-start' },
          { type: 'text', text: 'One.' },
        ],
      },
    ]);
    expect(trajectories[0]?.steps).toMatchObject([
      { type: 'tool_call', callId: 'k', tool: 'bash' },
      { type: 'withheld_call', tool: 'rm', reason: 'not that' },
      { type: 'tool_call', callId: 'm', tool: 'ls' },
      { type: 'observation', callId: 'k', content: 'a' },
      { type: 'observation', callId: 'm', status: 'error', content: 'no' },
      { type: 'final_answer', content: 'One.' },
    ]);
    expect(trajectories[0]?.turns).toHaveLength(2);
  });
});
