import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import { keptBytes } from '../../../pipelines/generate/killed-run.fixture.js';
import { startModelServer } from '../../../testing/index.js';
import { needs } from '../../../testing/needs.fixture.js';
import { NOT_BUILT } from '../../../testing/run-alone.fixture.js';
import { unless } from '../../../testing/unless.fixture.js';
import { stateFolder } from '../../state-folder.js';

const command = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));
const KILLS = Number(process.env.METTLE_KILLS ?? 10);
const SIGNALS = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;
await needs('sandbox');
const { it } = unless(NOT_BUILT);

const base = await realpath(await mkdtemp(join(tmpdir(), 'mettle-killed-agent-')));
afterAll(() => rm(base, { recursive: true, force: true }));

const calls = (...toolCalls: readonly { name: string; input: JsonObject }[]) => ({ toolCalls });
const write = (path: string, content: string) => calls({ name: 'write_file', input: { path, content } });
/** Python that takes a while, with a change before and after. */
const slow = (path: string, text: string) => {
  const append = `with open("${path}", "a") as file: _ = file.write("${text}\\n")`;
  return calls({
    name: 'run_python_code',
    input: { code: `import time\n${append}\ntime.sleep(0.2)\n${append}` },
  });
};

const REPLIES: Record<string, readonly (object | string)[]> = {
  'Build it.': [
    write('main.txt', 'main\n'),
    slow('main.txt', 'one'),
    calls({ name: 'spawn_subagents', input: { tasks: ['Write a.', 'Write b.'] } }),
    calls({ name: 'merge_subagent', input: { handle: 'subagent_0' } }),
    calls({ name: 'merge_subagent', input: { handle: 'subagent_1' } }),
    slow('b.txt', 'two'),
    write('last.txt', 'x'.repeat(20_000)),
    'Built.',
  ],
  'Write a.': [write('a.txt', 'a\n'), slow('a.txt', 'more'), 'Wrote a.'],
  'Write b.': [write('b.txt', 'one\n'), slow('b.txt', 'more'), slow('b.txt', 'last'), 'Wrote b.'],
};

/** A server whose model replies by what it has said before, after a while. */
async function modelServer() {
  return startModelServer(
    Array.from({ length: 40 * (KILLS + 2) }, () => ({ messages }: JsonObject) => {
      const said = messages as readonly { readonly role: string; readonly content: Json }[];
      const task = said.map(({ content }) => content).find((content) => String(content) in REPLIES);
      const reply = REPLIES[String(task)]?.[said.filter(({ role }) => role === 'assistant').length];
      const whole =
        typeof reply === 'string' ? { text: reply } : (reply ?? { text: 'There is nothing left to say.' });
      return { ...whole, usage: { inputTokens: 100, outputTokens: 10 }, after: wait(60) } as never;
    }),
  );
}

async function place(name: string) {
  const folder = join(base, name);
  await mkdir(join(folder, 'project'), { recursive: true });
  await writeFile(join(folder, 'project', 'README'), 'A project.\n');
  const environment = { ...process.env, XDG_STATE_HOME: join(folder, 'state') };
  const state = stateFolder('agents', join(folder, 'project'), { environment });
  const start = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [command, 'agent', ...args, '--workdir', 'project', '--json'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const finish = async (...args: string[]) => {
    const child = start(...args);
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (data) => (stdout += String(data)));
    child.stderr?.on('data', (data) => (stderr += String(data)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stderr, document: stdout === '' ? null : JSON.parse(stdout) };
  };
  return { state, start, finish };
}

it('an agent ends with the same changes after signals at drawn moments, and asks no more again than what was under way', async () => {
  await using server = await modelServer();
  const model = ['--model', `openai-compatible/test@${server.url}`];
  const calm = await place('calm');
  const whole = await calm.finish('Build it.', ...model);
  expect([whole.code, whole.document.answer]).toEqual([0, 'Built.']);
  const asked = server.requests.length;
  const size = await keptBytes(calm.state);

  const { state, start, finish } = await place('killed');
  const chance = new RandomStream(1, 'agent');
  const points = Array.from({ length: KILLS }, () => chance.integer(0, size - 200)).sort((a, b) => a - b);
  let met = 0;
  let isBegun = false;
  for (const [index, point] of points.entries()) {
    const child = start(...(isBegun ? ['--resume'] : ['Build it.']), ...model);
    const exited = once(child, 'exit');
    while (child.exitCode === null && ((await keptBytes(state)) < point || (await keptBytes(state)) === 0))
      await wait(1);
    await Promise.race([exited, wait(chance.integer(0, 250))]);
    isBegun = true;
    if (child.exitCode === null) met += 1;
    child.kill(SIGNALS[index % SIGNALS.length]);
    await exited;
    if (child.exitCode === 0) break;
  }
  expect(met).toBeGreaterThan(KILLS / 2);
  const ended = await finish('--resume', ...model);
  expect([ended.code, ended.document?.answer, ended.document?.patch]).toEqual([
    0,
    'Built.',
    whole.document.patch,
  ]);
  // At most two subagents ask at once.
  expect(server.requests.length - asked).toBeLessThanOrEqual(asked + 2 * met);
  // What earlier processes used is counted: all that was answered and kept.
  expect(ended.document.usage.input_tokens).toBe(whole.document.usage.input_tokens);
});
