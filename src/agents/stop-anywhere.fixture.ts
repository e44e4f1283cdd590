import { createHook } from 'node:async_hooks';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBudget } from '../models/index.js';
import type { EngineName } from '../sandbox/index.js';
import { scriptedModel } from '../testing/index.js';
import { tool } from '../tools/index.js';
import { pendingCalls } from './conversation.js';
import { DeepAgent } from './deep-agent.js';

/** Model calls that a call of {@link stopAt} may make. */
const CALLS = 30;

/** How a call ended that was stopped where it went on for the nth time after an `await`. */
export interface StoppedCall {
  /** How often it had gone on in all: smaller than `n` where it ended before. */
  readonly awaits: number;
  readonly stopReason: string;
  /** What is not as it has to be after a stop; nothing where all is well. */
  readonly faults: readonly string[];
}

/**
 * Runs a deep agent with a streaming model, tools that wait, subagents and a merge, and stops it where anything of it goes on
 * for the nth time after an `await`. Looks at what is left.
 *
 * @param code - Python that the agent runs as well, on this engine.
 */
export async function stopAt(n: number, engine: EngineName, code?: string): Promise<StoppedCall> {
  const workdir = mkdtempSync(join(tmpdir(), 'mettle-stop-'));
  writeFileSync(join(workdir, 'old.txt'), 'old');
  const slow = tool({
    name: 'slow',
    description: 'Waits.',
    execute: async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      return 'waited';
    },
  });
  const write = (path: string) => ({ name: 'write_file', input: { path, content: `all of ${path}` } });
  const subagentModel = scriptedModel([
    { toolCalls: [write('sub.txt')] },
    { toolCalls: [write('sub.txt')] },
    'Done.',
    'Done.',
  ]);
  const model = scriptedModel([
    {
      toolCalls: [
        write('a.txt'),
        { name: 'slow' },
        ...(code === undefined ? [] : [{ name: 'run_python_code', input: { code } }]),
      ],
    },
    { toolCalls: [{ name: 'spawn_subagents', input: { tasks: ['one', 'two'] } }] },
    { toolCalls: [{ name: 'merge_subagent', input: { handle: 'subagent_0' } }] },
    'Over.',
  ]);
  const budget = createBudget({ calls: CALLS });
  const options = { workdir, engine, tools: [slow], maxSubagentDepth: 1, streaming: true };
  const agent = new DeepAgent({ ...options, model, subagentModel });
  const stop = new AbortController();
  let awaits = 0;
  const promises = new Set<number>();
  const hook = createHook({
    init: (id, type) => {
      if (type === 'PROMISE') promises.add(id);
    },
    before: (id) => {
      if (promises.has(id) && ++awaits === n) stop.abort(new Error('enough'));
    },
  });
  hook.enable();
  try {
    const result = await agent.call('Go.', { budget, signal: stop.signal });
    hook.disable();
    const { stopReason, messages, sandbox } = result;
    const made = model.calls.length + subagentModel.calls.length;
    const { files } = sandbox;
    const next = await new DeepAgent({ ...options, model: scriptedModel(['On.']) }).call(
      { messages },
      { files },
    );
    const checks: readonly (readonly [string, boolean])[] = [
      ['it ended as stopped or done', ['aborted', 'answered'].includes(stopReason)],
      ['no call of a tool is open', pendingCalls(messages).length === 0],
      ['the budget counts the calls that were made', budget.used().calls === made],
      ['nothing of the budget is held back', budget.left().calls === CALLS - made],
      ['the folder is as it was', readdirSync(workdir).join() === 'old.txt'],
      [
        'files are whole',
        sandbox.changes().written.every((path) => files.readText(path) === `all of ${path}`),
      ],
      ['the conversation can go on', next.answer === 'On.'],
    ];
    return { awaits, stopReason, faults: checks.flatMap(([what, holds]) => (holds ? [] : [what])) };
  } finally {
    hook.disable();
    rmSync(workdir, { recursive: true });
  }
}
