import { expect, it } from 'vitest';
import { checkToolArguments } from '../../environments/internal.js';
import { verifyTrajectory } from '../../evaluation/index.js';
import type { Model, ModelRequest } from '../../models/index.js';
import { callArguments, isCallStep } from '../../records/index.js';
import { type ScriptedModel, scriptedModel } from '../../testing/index.js';
import { openCodeWorld } from './generator.fixture.js';
import { AgentTrajectoryGenerator } from './trajectory-generator.js';

const environment = openCodeWorld();

/** A model that plans, uses the first tool it is offered once, judges by accepting, and answers with the last result. */
function diligentModel(): ScriptedModel {
  const reply = ({ messages, tools = [] }: ModelRequest) => {
    const system = String(messages[0]?.content);
    if (system.startsWith('You plan')) return '1. Look.';
    if (system.startsWith('You check')) return '{"verdict": "accept", "reason": "It follows."}';
    const last = messages.at(-1);
    if (last?.role === 'tool') return `It is ${JSON.stringify(last.content[0]?.output)}.`;
    const name = tools[0]?.name ?? '';
    return { toolCalls: [{ name, input: name === 'python' ? { code: 'print(2+2)' } : {} }] };
  };
  return scriptedModel(Array.from({ length: 60 }, () => reply));
}
const generatorOf = (model: Model, seed = 0) => new AgentTrajectoryGenerator({ model, environment, seed });

it('makes exactly as many as planned, in all modes, each call real and of an offered tool', async () => {
  const { trajectories, failed, stopReason } = await generatorOf(diligentModel()).generateBatch(
    ['How long?', 'How far?'],
    { numTrajectories: 5, varyModes: true, domains: ['a', 'b'] },
  );
  expect([trajectories.length, failed.length, stopReason]).toEqual([5, 0, 'complete']);
  const generation = trajectories.map(({ task }) => task.metadata.generation);
  expect(generation).toMatchObject([
    { mode: 'single_agent', domain: 'a', index: 0 },
    { mode: 'multi_agent', domain: 'b', index: 0 },
    { mode: 'code_execution', index: 1 },
    { mode: 'single_agent', index: 1 },
    { mode: 'multi_agent', index: 2 },
  ]);
  for (const trajectory of trajectories) {
    const calls = trajectory.steps.filter(isCallStep);
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      const tool = trajectory.tools.find(({ name }) => name === call.tool);
      if (tool === undefined) throw new Error(`${call.tool} was not offered`);
      expect(checkToolArguments(tool, callArguments(call))).toEqual([]);
    }
    expect(trajectory.steps.at(-1)).toMatchObject({
      type: 'final_answer',
      content: expect.stringMatching(/./),
    });
    expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');
    expect(trajectory).toMatchObject({ provenance: { model: 'scripted/model' } });
    expect(trajectory.usage?.modelCalls).toBeGreaterThanOrEqual(2);
  }
  const team = trajectories[1];
  expect(team?.usage?.modelCalls).toBe(4);
  expect(team?.steps.map((step) => ('agent' in step ? `${step.agent} ${step.type}` : step.type))).toEqual([
    'planner plan',
    'executor code_execution',
    'observation',
    'critic critique',
    'executor final_answer',
  ]);
  expect(trajectories[2]?.tools.map(({ name }) => name)).toEqual(['python']);
});

it('gives equal records for equal seeds, and consistent ones for others', async () => {
  const recordsWith = async (seed: number, concurrency: number) => {
    const batch = await generatorOf(diligentModel(), seed).generateBatch('How long?', {
      numTrajectories: 6,
      varyModes: true,
      concurrency,
    });
    return batch.trajectories;
  };
  const records = await recordsWith(0, 1);
  expect((await recordsWith(0, 6)).map(({ id }) => id)).toEqual(records.map(({ id }) => id));
  const others = await recordsWith(7, 2);
  expect(others.map(({ id }) => id)).not.toContain(records[0]?.id);
  expect(others.map(({ finalAnswer }) => finalAnswer)).toEqual(records.map(({ finalAnswer }) => finalAnswer));
});
