import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createBudget, type ModelRequest } from '../models/index.js';
import { scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { tool } from '../tools/index.js';
import { DeepAgent } from './deep-agent.js';
import { FunctionCallingAgent } from './function-calling-agent.js';

const { describe, it } = await needs('sandbox');

/** Lists files by another pattern each turn: who does the same again and again is stopped. */
const lists = ({ messages }: ModelRequest) => ({
  toolCalls: [{ name: 'list_files', input: { pattern: `${messages.length}*` } }],
});

const look = tool({ name: 'look', description: 'Looks.', execute: () => 'seen' });

describe('a budget', () => {
  it('refuses the call that would break it, and keeps the work', async () => {
    const model = scriptedModel(Array.from({ length: 3 }, () => lists));
    const budget = createBudget({ calls: 3 });
    const result = await new DeepAgent({ model }).call('Go.', { budget });
    model.assertDone();
    expect(result).toMatchObject({
      stopReason: 'budget',
      error: { code: 'models/budget_exhausted' },
      usage: { toolCalls: 3 },
    });
    expect(budget.used().calls).toBe(3);
  });

  it('leaves no clock running when the call is refused', async () => {
    let waiting = 0;
    const wait = async (_: number, signal: AbortSignal | undefined): Promise<void> => {
      waiting += 1;
      signal?.addEventListener('abort', () => {
        waiting -= 1;
      });
      await new Promise(() => undefined);
    };
    const budget = createBudget({ cost: 1, seconds: 3600, clock: { now: () => 0, wait } });
    await expect(new DeepAgent({ model: scriptedModel([]) }).call('Go.', { budget })).rejects.toMatchObject({
      code: 'models/no_price',
    });
    expect(waiting).toBe(0);
  });

  it('is shared with subagents: each has its part, and the agent keeps one', async () => {
    const model = scriptedModel([
      { toolCalls: [{ name: 'spawn_subagents', input: { tasks: ['a', 'b'] } }] },
      'Done.',
    ]);
    const subagentModel = scriptedModel([lists, lists, lists, lists, lists, lists]);
    const budget = createBudget({ calls: 10 });
    const agent = new DeepAgent({ model, subagentModel, maxSubagentDepth: 1 });
    const { answer } = await agent.call('Go.', { budget });
    expect(answer).toBe('Done.');
    // Of the nine that were left, three for each subagent and three for the agent.
    expect(subagentModel.calls.length).toBe(6);
    expect(budget.used().calls).toBe(8);
    const results = JSON.stringify(model.calls[1]?.messages.at(-1));
    expect(results.match(/budget: The budget of 3 model calls is used up/g)?.length).toBe(2);
  });

  it.each<[string, number, readonly (readonly string[])[], number]>([
    // Of the three that were left, one stays with the agent.
    ['fewer calls than subagents', 4, [['a', 'b', 'c', 'd', 'e']], 2],
    // Of the eight that were left, six for the first group. Of the other two, one for the second.
    [
      'two groups of them in one turn',
      9,
      [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ],
      7,
    ],
  ])('leaves the agent a call to go on with, where there are %s', async (_, calls, groups, used) => {
    const spawns = groups.map((tasks) => ({ name: 'spawn_subagents', input: { tasks: [...tasks] } }));
    const model = scriptedModel([{ toolCalls: spawns }, 'Went on.']);
    const subagentModel = scriptedModel(Array.from({ length: used }, () => lists));
    const budget = createBudget({ calls });
    const agent = new DeepAgent({ model, subagentModel, maxSubagentDepth: 1 });
    expect(await agent.call('Go.', { budget })).toMatchObject({ stopReason: 'answered', answer: 'Went on.' });
    subagentModel.assertDone();
    expect(budget.used().calls).toBe(calls);
  });

  it('ends a tool that hangs when its seconds are over', async () => {
    let passTime: () => void = () => undefined;
    let now = 0;
    const clock = {
      now: () => now,
      wait: (milliseconds: number, signal: AbortSignal | undefined) =>
        new Promise<void>((resolve, reject) => {
          const before = passTime;
          passTime = () => {
            now += milliseconds;
            before();
            resolve();
          };
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    };
    const hang = tool({
      name: 'hang',
      description: 'Hangs.',
      timeoutSeconds: Number.POSITIVE_INFINITY,
      execute: () => {
        passTime();
        return new Promise(() => undefined);
      },
    });
    const model = scriptedModel([{ toolCalls: [{ name: 'hang' }] }]);
    const budget = createBudget({ seconds: 60, clock });
    const result = await new FunctionCallingAgent({ model, tools: [hang] }).call('Go.', { budget });
    expect(result).toMatchObject({ stopReason: 'budget', error: { code: 'models/budget_exhausted' } });
  });
});

describe('skills', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-skills-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const addSkill = (): void => {
    mkdirSync(join(folder, 'greeting'));
    const head = '---\nname: greeting\ndescription: How to greet.\n---\n';
    writeFileSync(join(folder, 'greeting', 'SKILL.md'), `${head}Say hello twice.\n`);
  };

  it('are listed by name, read when needed, and looked for anew in each call', async () => {
    const model = scriptedModel([
      'Nothing.',
      { toolCalls: [{ name: 'read_skill', input: { name: 'greeting' } }] },
      'Hello, hello.',
    ]);
    const agent = new FunctionCallingAgent({ model, skills: folder });
    await agent.call('Greet.');
    expect(model.calls[0]?.tools).toBeUndefined();
    addSkill();
    const { messages } = await agent.call('Greet.');
    const system = String(model.calls[1]?.messages[0]?.content);
    expect(system).toContain('How to greet.');
    expect(system).not.toContain('Say hello twice');
    expect(system).not.toContain(folder);
    expect(JSON.stringify(messages[2])).toContain('Say hello twice');
  });

  it('leave a tool of the caller alone that has the name of theirs', async () => {
    addSkill();
    const own = tool({ name: 'read_skill', description: 'Mine.', execute: () => 'mine' });
    const model = scriptedModel([{ toolCalls: [{ name: 'read_skill' }] }, 'Done.']);
    const { messages } = await new DeepAgent({ model, tools: [own], skills: [folder] }).call('Go.');
    expect(JSON.stringify(messages[2])).toContain('mine');
  });

  it('have to be somewhere', () => {
    const model = scriptedModel([]);
    expect(() => new FunctionCallingAgent({ model, tools: [look], skills: join(folder, 'nowhere') })).toThrow(
      /nowhere/,
    );
  });
});

it('shows AGENTS.md of a folder to an agent that has only tools', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-agents-md-'));
  try {
    writeFileSync(join(folder, 'AGENTS.md'), 'Be brief.\n');
    const model = scriptedModel(['Yes.', 'Still.', 'No.']);
    const agent = new FunctionCallingAgent({ model, tools: [look], workdir: folder });
    const { messages } = await agent.call('Ready?');
    await agent.call({ messages: [...messages, { role: 'user', content: 'And now?' }] });
    await new FunctionCallingAgent({ model, tools: [look] }).call('Ready?');
    // Once in each request and before all else, however long the conversation.
    const places = model.calls.map(({ messages: sent }) =>
      sent.flatMap(({ content }, place) => (JSON.stringify(content).includes('Be brief.') ? [place] : [])),
    );
    expect(places).toEqual([[0], [0], []]);
    expect(String(model.calls[1]?.messages[0]?.content).split('Be brief.').length).toBe(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
