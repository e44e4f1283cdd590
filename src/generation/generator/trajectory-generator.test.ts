import { expect, it } from 'vitest';
import { policyOf } from '../../environments/episodes/shop.fixture.js';
import type { Actor, PlannedCall } from '../../environments/index.js';
import { verifyTrajectory } from '../../evaluation/index.js';
import { createBudget } from '../../models/index.js';
import type { ToolDefinition } from '../../records/index.js';
import { createTrajectory } from '../../records/index.js';
import { scriptedModel } from '../../testing/index.js';
import { beginAttempt } from './attempt.js';
import { standardOfflinePolicies } from './fault-policies.js';
import { dearerThan, openCodeWorld, openFruitWorld } from './generator.fixture.js';
import type { TrajectoryGeneratorOptions } from './generator-options.js';
import { oraclePolicy } from './offline-policy.js';
import { AgentTrajectoryGenerator } from './trajectory-generator.js';

const environment = await openFruitWorld();
const query = (sql: string) => ({ toolCalls: [{ name: 'sql_query', input: { sql } }] });
const offline = (options: TrajectoryGeneratorOptions = {}) =>
  new AgentTrajectoryGenerator({ useMock: true, environment, offlinePolicies: [oraclePolicy()], ...options });

it('records what a model did in a world, with observations that the world alone wrote', async () => {
  const model = scriptedModel([query('SELECT name FROM fruit ORDER BY cents DESC LIMIT 1'), 'fig']);
  const generator = new AgentTrajectoryGenerator({ model, environment, seed: 3 });
  const trajectory = await generator.generate('Which fruit costs most?', { domain: 'retail', index: 2 });
  model.assertDone();
  expect(trajectory.steps.map(({ type }) => type)).toEqual(['tool_call', 'observation', 'final_answer']);
  expect(trajectory.steps[1]).toMatchObject({ content: expect.stringContaining('fig') });
  expect(trajectory).toMatchObject({
    finalAnswer: 'fig',
    stopReason: 'answered',
    outcome: { verdict: 'not_checked' },
    task: {
      category: 'query',
      metadata: { generation: { seed: 3, index: 2, mode: 'single_agent', domain: 'retail' } },
    },
  });
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
  expect(model.calls[0]).toMatchObject({
    maxOutputTokens: 1536,
    temperature: 0.7,
    seed: expect.any(Number),
    tools: [{ name: 'sql_query' }, { name: 'sql_execute' }],
  });
});

it('lets everything that matters into the id, and nothing else', async () => {
  const idOf = async (
    options: Parameters<AgentTrajectoryGenerator['generate']>[1] = {},
    settings: TrajectoryGeneratorOptions = {},
  ) => {
    const model = scriptedModel([query('SELECT 1'), '1']);
    const generator = new AgentTrajectoryGenerator({ model, environment, ...settings });
    return (await generator.generate('Say one.', options)).id;
  };
  const ids = await Promise.all([
    idOf(),
    idOf({ index: 1 }),
    idOf({ domain: 'retail' }),
    idOf({ tools: ['sql_query'] }),
    idOf({}, { seed: 1 }),
    idOf({}, { temperature: 0 }),
    idOf({}, { environment: await openFruitWorld('another_shop') }),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await idOf()).toBe(ids[0]);
});

it('says who plays, and warns where no model was found', () => {
  expect(new AgentTrajectoryGenerator({ model: scriptedModel([]) }).playedBy).toBe('model scripted/model');
  const lines: string[] = [];
  const variables = { METTLE_MODEL: 'openai-compatible/local@http://127.0.0.1:9/v1' };
  const found = new AgentTrajectoryGenerator({ variables, onWarning: (line) => lines.push(line) });
  expect(found.playedBy).toBe('model openai-compatible/local@http://127.0.0.1:9/v1 (METTLE_MODEL)');
  expect(lines).toEqual([]);
  const key = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };
  const none = new AgentTrajectoryGenerator({ variables: key, onWarning: (line) => lines.push(line) });
  expect(none.playedBy).toMatch(/^offline policies \(search, oracle/);
  expect(none.warnings).toEqual(lines);
  expect(lines).toEqual([expect.stringMatching(/^No model was given or found/)]);
  expect(new AgentTrajectoryGenerator({ variables, useMock: true }).playedBy).toMatch(/^offline/);
  expect(() => new AgentTrajectoryGenerator({ variables: key, useMock: false })).toThrow(/METTLE_MODEL/);
});

it('looks around where a query says nothing of what is expected and no model plays, and judges nothing', async () => {
  const generator = offline({ offlinePolicies: standardOfflinePolicies(), verify: true, environment });
  const { trajectories } = await generator.generateBatch('Which fruits are there?', { numTrajectories: 12 });
  const [tools, calls] = [new Set<string>(), new Set<string>()];
  for (const { policy, steps, outcome, verification, finalAnswer } of trajectories) {
    expect([policy.name, outcome?.verdict, verification?.verdict]).toEqual([
      'explorer',
      'not_checked',
      'pass',
    ]);
    for (const step of steps) {
      if (step.type !== 'tool_call') continue;
      tools.add(step.tool);
      calls.add(String(step.arguments.sql));
    }
    const read = steps.flatMap((step) => (step.type === 'observation' ? [step.content] : []));
    expect(read).toContain(finalAnswer);
    expect(steps.every(({ type }) => type !== 'thought')).toBe(true);
  }
  expect([...tools].sort()).toEqual(['sql_execute', 'sql_query']);
  expect(calls.size).toBeGreaterThan(1);
  const again = await generator.generateBatch('Which fruits are there?', { numTrajectories: 12 });
  expect(again.trajectories.map(({ id }) => id)).toEqual(trajectories.map(({ id }) => id));
  const team = await generator.generate('Which fruits are there?', { mode: 'multi_agent' });
  expect([team.policy.name, team.outcome?.verdict]).toEqual(['team(explorer, explorer)', 'not_checked']);
  const expected = { answer: { value: 2, comparison: 'number' as const }, stateDigest: null };
  const task = { id: 'two', category: 'count', prompt: 'How many fruits?', expected, metadata: {} };
  await expect(generator.generate(task)).rejects.toThrow('No offline policy can do');
});

it('refuses what it can do nothing with, in one line', async () => {
  const model = scriptedModel([]);
  const refused = (options: TrajectoryGeneratorOptions) => () => new AgentTrajectoryGenerator(options);
  expect(refused({ model, maxSteps: 0 })).toThrow('maxSteps must be a whole number from 1; got 0.');
  expect(refused({ model, maxRevisions: -1 })).toThrow('maxRevisions must be a whole number from 0; got -1.');
  expect(refused({ model, temperature: -1 })).toThrow('temperature must be a number from 0');
  expect(refused({ model, polcy: 1 } as TrajectoryGeneratorOptions)).toThrow('no option polcy');
  expect(refused({ model, policy: policyOf(() => undefined) })).toThrow('leave out model');
  const generator = new AgentTrajectoryGenerator({ model, environment });
  await expect(generator.generate(' ')).rejects.toThrow('A query has to say something.');
  await expect(generator.generate('x', { mode: 'swarm' as 'multi_agent' })).rejects.toThrow(
    'no mode "swarm"',
  );
  await expect(generator.generate('x', { tools: ['web_search'] })).rejects.toThrow(
    'Nothing would run the tool web_search: the environment fruit_shop has sql_query, sql_execute.',
  );
  await expect(generator.generate('x', { mode: 'code_execution' })).rejects.toThrow(
    'needs a tool that runs code',
  );
  await expect(offline().generate('What now?')).rejects.toThrow(/No offline policy can do "What now\?"/);
  await expect(generator.generateBatch([], { numTrajectories: 2 })).rejects.toThrow('no query');
  await expect(generator.generateBatch('x', { numTrajectories: -1 })).rejects.toThrow('whole number from 0');
  await expect(generator.generateBatch('x', { numTrajectories: 1e9 })).rejects.toThrow(
    'from 0 to 100000; got',
  );
  await expect(generator.generateBatch('x', { concurrency: 0 })).rejects.toThrow('concurrency');
  for (const odd of [null, 5, {}, { task: 1 }, { environment, task: null }, [null], { prompt: 'x' }]) {
    await expect(generator.generateBatch(odd as never), JSON.stringify(odd)).rejects.toMatchObject({
      code: 'generation/invalid_query',
    });
  }
  expect(model.calls).toEqual([]);
});

it('plays and scores tasks with oracles offline, and verifies them when asked', async () => {
  const generator = offline({ verify: true });
  const trajectory = await generator.generate(dearerThan(environment, 40));
  expect(trajectory).toMatchObject({
    finalAnswer: 2,
    seed: 7,
    policy: { name: 'oracle' },
    outcome: { verdict: 'pass' },
    verification: { verdict: 'pass', replayedCalls: 1 },
  });
});

it('holds a policy to the tools that were offered', async () => {
  const policy = policyOf(async (actor) => {
    await actor.call('sql_execute', { sql: 'DELETE FROM fruit' });
  });
  const generator = new AgentTrajectoryGenerator({ policy, environment, tools: ['sql_query'] });
  const trajectory = await generator.generate('Empty the shop.');
  expect(trajectory.steps).toMatchObject([
    { type: 'tool_call', tool: 'sql_execute' },
    { error: { type: 'unknown_tool', message: 'there is no tool sql_execute; there are: sql_query' } },
  ]);
  expect(trajectory.tools.map(({ name }) => name)).toEqual(['sql_query']);
});

it('gives the mode code_execution the tools that run code and no others', async () => {
  const model = scriptedModel([{ toolCalls: [{ name: 'python', input: { code: '1 + 1' } }] }, '5']);
  const world = openCodeWorld();
  const generator = new AgentTrajectoryGenerator({ model, environment: world });
  const trajectory = await generator.generate('How long?', { mode: 'code_execution' });
  expect(trajectory.tools.map(({ name }) => name)).toEqual(['python']);
  expect(trajectory.steps[0]).toMatchObject({ type: 'code_execution', code: '1 + 1' });
  expect((await verifyTrajectory(trajectory, world)).verdict).toBe('pass');
  const { id: _, ...episode } = { ...trajectory, tools: [world.tools[1] as ToolDefinition] };
  const tampered = { ...trajectory, ...createTrajectory(episode) };
  expect((await verifyTrajectory(tampered, world)).mismatches[0]).toMatchObject({
    step: 0,
    field: 'status',
  });
});

it('has code of an executor run as code, whose result comes back to it', async () => {
  const results: unknown[] = [];
  const actor = { callAll: async (calls: readonly PlannedCall[]) => calls } as unknown as Actor;
  const attempt = beginAttempt(actor, { agent: 'executor' });
  results.push(await attempt.actor.runCode('1 + 1'), await attempt.actor.runCode('2', 'shell'));
  expect(results).toEqual([
    { tool: 'python', code: '1 + 1' },
    { tool: 'shell', code: '2' },
  ]);
  expect(attempt.calls.map((call) => [call.tool, call.arguments])).toEqual([
    ['python', { code: '1 + 1' }],
    ['shell', { code: '2' }],
  ]);
});

it('goes on with a batch when the engine of a world is killed, and says so in the record', async () => {
  const policy = policyOf(async (actor) => {
    await actor.runCode('fine');
    await actor.runCode('crash');
    actor.answer('never');
  });
  const generator = new AgentTrajectoryGenerator({ policy, environment: openCodeWorld() });
  const { trajectories, stopReason } = await generator.generateBatch('Go.', { numTrajectories: 3 });
  expect(stopReason).toBe('complete');
  expect(trajectories.map((trajectory) => [trajectory.stopReason, trajectory.outcome?.verdict])).toEqual(
    Array.from({ length: 3 }, () => ['world_error', 'error']),
  );
  expect(trajectories[0]?.stopDetail).toContain('the engine was killed');
});

it('names an episode whose world cannot be opened, and goes on', async () => {
  const broken = {
    ...environment,
    open: async (options: { readonly seed: number }) => {
      if (options.seed === 7) throw new Error('no memory left');
      return environment.open(options);
    },
  };
  const { trajectories, failed } = await offline().generateBatch([
    dearerThan(broken, 40),
    { ...dearerThan(broken, 40), seed: 8 },
  ]);
  expect(failed).toEqual([
    { position: 0, prompt: 'How many fruits cost more than 40 cents?', message: 'no memory left' },
  ]);
  expect(trajectories).toHaveLength(1);
});

it('keeps what was done when the budget is used up or the signal aborted', async () => {
  const answers = () => [query('SELECT 1'), '1', query('SELECT 1'), '1', query('SELECT 1'), '1'];
  const budget = createBudget({ calls: 4 });
  const generator = new AgentTrajectoryGenerator({ model: scriptedModel(answers()), environment });
  const spent = await generator.generateBatch('One?', { numTrajectories: 3, concurrency: 1, budget });
  expect(spent).toMatchObject({ stopReason: 'budget', planned: 3 });
  expect(spent.trajectories.map(({ stopReason }) => stopReason)).toEqual(['answered', 'answered']);

  const stop = new AbortController();
  const stopped = await offline().generateBatch(
    [10, 40, 60].map((cents) => dearerThan(environment, cents)),
    {
      concurrency: 1,
      signal: stop.signal,
      onTrajectory: (_, position) => (position === 1 ? stop.abort() : undefined),
    },
  );
  expect(stopped).toMatchObject({ stopReason: 'aborted', planned: 3 });
  expect(stopped.trajectories).toHaveLength(2);
});

it('reports progress, and loses nothing to a listener that throws', async () => {
  const seen: [number, number | undefined][] = [];
  const { trajectories } = await offline().generateBatch(
    [10, 40].map((cents) => dearerThan(environment, cents)),
    {
      onProgress: ({ done, total }) => {
        seen.push([done, total]);
        throw new Error('listener');
      },
    },
  );
  expect(trajectories).toHaveLength(2);
  expect(seen).toEqual([
    [0, 2],
    [1, 2],
    [2, 2],
  ]);
});

it('gives the same trajectories one after another and at once', async () => {
  const inputs = Array.from({ length: 12 }, (_, index) => dearerThan(environment, index * 8));
  const idsWith = async (concurrency: number) => {
    const { trajectories } = await offline().generateBatch(inputs, { concurrency, numTrajectories: 20 });
    return trajectories.map(({ id }) => id);
  };
  const ids = await idsWith(1);
  expect(new Set(ids).size).toBe(20);
  expect(await idsWith(7)).toEqual(ids);
});

it('gives offline data honest failures, in all modes, the same each time', async () => {
  const inputs = Array.from({ length: 30 }, (_, index) => dearerThan(environment, index * 3));
  const played = async (seed: number) => {
    const generator = offline({ offlinePolicies: standardOfflinePolicies(), verify: true, seed });
    return (await generator.generateBatch(inputs, { numTrajectories: 60 })).trajectories;
  };
  const trajectories = await played(0);
  const verdicts = new Set(trajectories.map(({ outcome }) => outcome?.verdict));
  expect([...verdicts].sort()).toEqual(['fail', 'pass']);
  const passing = trajectories.filter(({ outcome }) => outcome?.verdict === 'pass');
  expect(passing.length).toBeGreaterThan(30);
  expect(new Set(trajectories.map(({ policy }) => policy.name)).size).toBeGreaterThan(5);
  const unproved = trajectories.filter(({ verification }) => verification?.verdict !== 'pass');
  expect(unproved.every(({ steps }) => !steps.some(({ type }) => type === 'tool_call'))).toBe(true);
  expect((await played(0)).map(({ id }) => id)).toEqual(trajectories.map(({ id }) => id));
  expect((await played(1)).map(({ id }) => id)).not.toEqual(trajectories.map(({ id }) => id));
  const team = await offline().generateBatch(inputs, { mode: 'multi_agent', numTrajectories: 5 });
  expect(team.trajectories.every(({ outcome }) => outcome?.verdict === 'pass')).toBe(true);
  const agents = team.trajectories[0]?.steps.flatMap((step) => ('agent' in step ? [step.agent] : []));
  expect(new Set(agents)).toEqual(new Set(['planner', 'executor', 'critic']));
});
