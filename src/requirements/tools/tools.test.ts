import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../message.js';
import { checkReply } from '../pipeline/check-reply.js';
import type { Requirement } from '../requirement.js';
import type { RequirementResult } from '../verdict.js';
import { ToolArgument } from './tool-argument.js';
import { UsesTool } from './uses-tool.js';

async function judge(toolCalls: readonly ToolCall[], requirement: Requirement): Promise<RequirementResult> {
  const { results } = await checkReply({ text: '', toolCalls }, [requirement]);
  return results[0] as RequirementResult;
}

const call = (name: string, args: Record<string, unknown> = {}): ToolCall => ({ name, arguments: args });

describe('UsesTool', () => {
  function search(): void {}

  it('takes a name or a function', async () => {
    expect((await judge([call('search')], UsesTool('search'))).verdict).toBe('pass');
    expect((await judge([call('search')], UsesTool(search))).verdict).toBe('pass');
    expect(await judge([call('other')], UsesTool('search'))).toMatchObject({
      verdict: 'fail',
      reason: 'search was not called; called were: other.',
    });
    expect((await judge([], UsesTool('search'))).reason).toContain('no tool calls');
    expect(UsesTool('search', { checkOnly: true }).checkOnly).toBe(true);
  });

  it.each([[1], [null], [''], [{}]])('refuses %j', (tool) => {
    expect(() => UsesTool(tool as never)).toThrowError(
      expect.objectContaining({ code: 'core/invalid_option' }),
    );
  });
});

describe('ToolArgument', () => {
  const positive = (tool?: string): Requirement =>
    ToolArgument({
      ...(tool === undefined ? {} : { tool }),
      argument: 'x',
      check: (value) => Number(value) > 0,
    });

  it.each([
    [[call('a', { x: 10 })], 'a', 'pass', ''],
    [[call('a', { x: -1 })], 'a', 'fail', 'a.x, which is -1'],
    [[call('a', { x: 1 }), call('a', { x: -1 })], 'a', 'fail', 'a.x'],
    [[call('b', { x: 1 })], 'a', 'fail', 'Tool a was not called'],
    [[call('a', { y: 1 })], 'a', 'fail', 'argument x'],
    [[call('a', { x: 1 }), call('a', { y: 1 })], 'a', 'fail', 'Tool a was not called with the argument x'],
    [
      [{ ...call('a', { x: 1 }), invalidArguments: '{"x"' }],
      'a',
      'fail',
      'a was called with arguments that are not a JSON object',
    ],
    [[], 'a', 'fail', 'no tools were called'],
    [[], undefined, 'fail', 'a tool to be called'],
    [[call('a', { x: 1 }), call('b', { x: 2 }), call('c')], undefined, 'pass', ''],
    [[call('a', { x: 1 }), call('b', { x: -1 })], undefined, 'fail', 'b.x'],
    [[call('a', { y: 1 })], undefined, 'fail', 'No tool was called with the argument x'],
  ] as const)('%#', async (calls, tool, verdict, words) => {
    const result = await judge(calls, positive(tool));
    expect(result.verdict).toBe(verdict);
    expect(result.reason).toContain(words);
    expect(result.reason).not.toContain('None');
  });

  it('awaits its check, takes a reason, and calls odd answers errors', async () => {
    const slow = ToolArgument({ argument: 'x', check: async () => [false, 'Too small.'] });
    expect((await judge([call('a', { x: 1 })], slow)).reason).toContain('Too small.');
    const odd = ToolArgument({ argument: 'x', check: (() => 'yes') as never });
    expect((await judge([call('a', { x: 1 })], odd)).verdict).toBe('error');
  });
});
