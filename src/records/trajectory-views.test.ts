import { describe, expect, it } from 'vitest';
import { openShop, policyOf, shopTask } from '../environments/episodes/shop.fixture.js';
import { recordTrajectory } from '../environments/index.js';
import {
  argumentNames,
  argumentSchema,
  observations,
  requiredArguments,
  stepSummary,
  toolCalls,
  toolNamesUsed,
  toolSignature,
} from './trajectory-views.js';

const trajectory = await recordTrajectory({
  environment: await openShop(),
  task: shopTask(null),
  seed: 0,
  policy: policyOf(async (actor) => {
    actor.plan(`Look\nat ${'everything '.repeat(20)}`);
    await actor.call('sql_query', { sql: 'SELECT 1' });
    await actor.runCode('1 +\n1');
    await actor.subagent({ agent: 'clerk', prompt: 'Again.' }, async (clerk) => {
      await clerk.call('sql_query', { sql: 'SELECT 1' });
      clerk.answer([1]);
    });
    actor.answer(null);
  }),
});

describe('views of a trajectory', () => {
  it('give its calls and what they gave', () => {
    expect(toolCalls(trajectory).map(({ callId }) => callId)).toEqual(['call_1', 'call_2', 'call_3']);
    expect(observations(trajectory).map(({ status }) => status)).toEqual(['ok', 'error', 'ok']);
    expect(toolNamesUsed(trajectory)).toEqual(['sql_query', 'python', 'sql_query']);
    expect(toolSignature(trajectory)).toBe('sql_query>python>sql_query');
    expect(toolSignature({ steps: [] })).toBe('');
  });

  it('show each step in a line', () => {
    const lines = trajectory.steps.map(stepSummary);
    expect(lines[0]).toMatch(/^plan: Look at everything .*…$/);
    expect(lines[1]).toBe('call sql_query({"sql":"SELECT 1"})');
    expect(lines[2]).toMatch(/^observation: /);
    expect(lines[3]).toBe('call python(1 + 1)');
    expect(lines[4]).toMatch(/^error: Error \(unknown_tool\)/);
    expect(lines[5]).toMatch(/^\[clerk\] call sql_query/);
    expect(lines[7]).toBe('[clerk] report: [1]');
    expect(lines[8]).toBe('answer: null');
    for (const line of lines) expect(line.length).toBeLessThan(110);
  });

  it('read the arguments of a tool, also where its schema is odd', () => {
    const tool = {
      parameters: { properties: { a: { type: 'number' }, toString: true }, required: ['a', 3] },
    };
    expect(argumentNames(tool)).toEqual(['a', 'toString']);
    expect(requiredArguments(tool)).toEqual(['a']);
    expect(argumentSchema(tool, 'a')).toEqual({ type: 'number' });
    expect(argumentSchema(tool, 'constructor')).toEqual({});
    expect([argumentNames({ parameters: {} }), requiredArguments({ parameters: { required: 'a' } })]).toEqual(
      [[], []],
    );
  });
});
