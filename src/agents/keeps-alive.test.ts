import { expect, it } from 'vitest';
import { SKIPPED } from '../sandbox/cpython/test-engine.fixture.js';
import { NOT_BUILT, runAlone } from '../testing/run-alone.fixture.js';
import { unless } from '../testing/unless.fixture.js';

const SPIN = JSON.stringify('while True: pass');

/** An agent that writes a file and then does `last`, with the call stopped at that moment or soon after. */
const STOPPED = (last: string, more = '') => `
const { DeepAgent } = await mettle('agents');
const { scriptedModel } = await mettle('testing');
const { tool } = await mettle('tools');
const { createSandbox } = await mettle('sandbox');
const stop = new AbortController();
const write = { toolCalls: [{ name: 'write_file', input: { path: 'work.txt', content: 'hours of work' } }] };
const last = () => {
  setTimeout(() => stop.abort(), 200);
  return { toolCalls: [${last}] };
};
const run = { name: 'run_python_code', input: { code: ${SPIN} } };
const options = { engine: 'cpython', model: scriptedModel([write, last, 'Over.']) };
const agent = new DeepAgent({ ...options, ${more} });
const { stopReason, sandbox } = await agent.call('Go.', { signal: stop.signal });
console.log(stopReason, sandbox.files.readText('work.txt'));
`;

const SITUATIONS: readonly (readonly [name: string, program: string])[] = [
  ['Python that the agent runs', STOPPED('run')],
  [
    'Python in the sandbox of the caller, which is closed then',
    STOPPED('run', "sandbox: globalThis.box = await createSandbox({ engine: 'cpython' })") +
      '\nawait box.close();',
  ],
  [
    'Python that subagents run',
    STOPPED(
      "{ name: 'spawn_subagents', input: { tasks: ['one', 'two'] } }",
      "maxSubagentDepth: 1, subagentModel: scriptedModel([{ toolCalls: [run] }, { toolCalls: [run] }, 'Over.', 'Over.'])",
    ),
  ],
  [
    'a tool that never answers',
    STOPPED(
      "{ name: 'slow' }",
      "tools: [tool({ name: 'slow', description: 'Waits.', execute: () => new Promise(() => {}) })]",
    ),
  ],
];

unless(SKIPPED || NOT_BUILT).describe('an aborted agent', () => {
  it.concurrent.each(SITUATIONS)('returns its work where it waits for %s', async (_, program) => {
    const printed = ['aborted hours of work', 'done'];
    expect(await runAlone(`${program}\nconsole.log('done');`)).toMatchObject({ status: 0, printed });
  });

  it('returns where the model never answers and only the timer of the signal is left', async () => {
    const program = `
const { DeepAgent } = await mettle('agents');
const never = () => new Promise(() => {});
const model = { provider: 'no', modelId: 'one', call: never, async *stream() { await never(); } };
const { stopReason } = await new DeepAgent({ model }).call('Go.', { signal: AbortSignal.timeout(100) });
console.log(stopReason);`;
    expect(await runAlone(program)).toMatchObject({ status: 0, printed: ['aborted'] });
  });
});
