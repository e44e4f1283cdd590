import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playEpisode } from '../../environments/index.js';
import { rescore, scoreOutcome, verifyTrajectory } from '../../evaluation/index.js';
import { openTaskEnvironment, readTaskFile } from '../../generation/index.js';
import { trajectoryFromMessages } from '../../records/index.js';
import { SKIPPED } from '../../sandbox/cpython/test-engine.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { bash, type PiCall, piSession } from './pi-session.fixture.js';
import { type SessionTest, type SessionTestOptions, testFromSession } from './session-test.js';
import { writeSessionTest } from './write-session-test.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-session-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = { 'price.py': 'price = 1\n', 'a.txt': 'a\n' };
const test = async (calls: readonly PiCall[], options: SessionTestOptions = {}): Promise<SessionTest> =>
  testFromSession(await piSession(calls), { files: FILES, ...options });
const found = ({ different, notRun }: SessionTest): readonly string[] =>
  [...different, ...notRun].map(({ callId, reason }) => `${callId}: ${reason}`);

unless(SKIPPED).describe('the test of a session', () => {
  it('holds, is a task that the session passes, and fails who does nothing or something else', async () => {
    const made = await test([
      bash('a', 'sed -i s/1/2/ price.py && rm a.txt && cat price.py', 'price = 2\n'),
      { id: 'b', tool: 'read', arguments: { path: 'price.py' }, output: 'price = 2\n' },
      {
        id: 'c',
        tool: 'write',
        arguments: { path: 'b.txt', content: 'b' },
        output: 'Successfully wrote 1 bytes to b.txt',
      },
      bash('d', 'date; python3 -c "print(1+1)"', 'Tue Dec  1 15:00:00 CET 2026\n2\n'),
    ]);
    expect(found(made)).toEqual([]);
    expect(made).toMatchObject({ steps: 4, same: 4, masked: 1, masks: { time: 1 }, reason: null });
    expect(made.task?.expected.goals).toEqual([
      { kind: 'absent', name: 'files/a.txt' },
      { kind: 'fact', name: 'files/b.txt', value: { text: 'b' } },
      { kind: 'fact', name: 'files/price.py', value: { text: 'price = 2\n' } },
    ]);
    const out = join(folder, 'holds');
    await writeSessionTest(out, made, { files: FILES });
    const world = JSON.parse(readFileSync(join(out, 'world.json'), 'utf8')).environment;
    await using environment = await openTaskEnvironment({ ...world, folder: join(out, 'files') });
    const [task] = await readTaskFile(join(out, 'tasks.jsonl'), [environment]);
    if (task === undefined || made.trajectory === null) throw new Error('there is no task');
    expect((await verifyTrajectory(made.trajectory, environment)).verdict).toBe('pass');
    const plays = async (lines: readonly string[]) => {
      const play = {
        name: 'lines',
        version: '1',
        play: async (
          _: unknown,
          actor: { call: (tool: string, given: { command: string }) => Promise<unknown> },
        ) => {
          for (const command of lines) await actor.call('bash', { command });
        },
      };
      const { trajectory, ...states } = await playEpisode({ ...task, policy: play });
      return scoreOutcome(trajectory, states).verdict;
    };
    const right = 'sed -i s/1/2/ price.py; rm a.txt; printf b > b.txt';
    expect(await plays([right])).toBe('pass');
    expect(await plays([])).toBe('fail');
    expect(await plays(['sed -i s/1/3/ price.py; rm a.txt; printf b > b.txt'])).toBe('fail');
    expect(await plays([right, 'echo > other'])).toBe('fail');
    // A check that nobody thought of when the session was recorded.
    const { verdicts } = await rescore([made.trajectory], {
      environment,
      score: (_, { final }) => ({
        verdict: final.has('files/b.txt') ? 'fail' : 'pass',
        reason: 'no b',
        checks: [],
      }),
    });
    expect(verdicts.fail).toBe(1);
  });

  it('names what is different, and checks no file that it changed', async () => {
    const made = await test([
      bash('forged', 'cat price.py', 'price = 7\n'),
      bash('code', 'exit 3', '(no output)'),
      bash('half', 'echo 5 > half.txt; echo ok', 'not ok'),
      bash('none', 'no-such-program', 'it printed this'),
      {
        id: 'edit',
        tool: 'edit',
        arguments: { path: 'a.txt', oldText: 'zzz', newText: 'y' },
        output: 'Successfully replaced text in a.txt.',
      },
      {
        id: 'done',
        tool: 'write',
        arguments: { path: 'done.txt', content: '1' },
        output: 'Successfully wrote 1 bytes to done.txt',
      },
    ]);
    expect(found(made)).toEqual([
      'forged: it printed otherwise: line 1 is "price = 1"; the log says "price = 7"',
      'code: its exit code is 3; the log says 0',
      'half: it printed otherwise: line 1 is "ok"; the log says "not ok"',
      'edit: it failed: "String to replace not found in file. String: zzz"',
      "none: the program no-such-program isn't there",
    ]);
    expect(Object.keys(made.unchecked)).toEqual(['files/half.txt']);
    expect(made.task?.expected.goals?.map((goal) => 'name' in goal && goal.name)).toEqual(['files/done.txt']);
  });

  it('doesn’t run what needs a network, another agent, the background or a tool that isn’t there', async () => {
    const made = await test([
      bash('net', 'cd x && curl https://shop.example', 'hi'),
      { id: 'agent', tool: 'subagent', arguments: {}, output: 'done' },
      { id: 'tool', tool: 'frobnicate', arguments: {}, output: 'done' },
      { id: 'mcp', tool: 'mcp__a__b', arguments: {}, output: 'done' },
      { id: 'home', tool: 'read', arguments: { path: '/home/you/.ssh/id_rsa' }, output: 'KEY' },
      { id: 'up', tool: 'write', arguments: { path: '../../../etc/cron.d/x', content: 'x' }, output: 'ok' },
      bash('late', 'sleep 99', 'Command timed out after 5 seconds', true),
      bash('cut', 'echo 1', null),
    ]);
    expect(found(made)).toEqual([
      'net: it uses the network',
      'agent: it is a sub-agent',
      'tool: there is no tool frobnicate here',
      'mcp: it is a tool of another server',
      'home: /home/you/.ssh/id_rsa lies outside of /home/me/shop, where this world ends.',
      'up: ../../../etc/cron.d/x lies outside of /home/me/shop, where this world ends.',
      'late: the client ended it: its time was over',
      'cut: the log has no result of it',
    ]);
    expect(made).toMatchObject({
      same: 0,
      task: null,
      trajectory: null,
      reason: 'no file that it changed can be checked',
    });
  });

  it('leaves out what gives something else each time', async () => {
    const made = await test([
      bash('draw', 'python3 -c "import os; print(int.from_bytes(os.urandom(4)))" | tee n.txt', '12345678'),
      {
        id: 'w',
        tool: 'write',
        arguments: { path: 'b.txt', content: 'b' },
        output: 'Successfully wrote 1 bytes to b.txt',
      },
    ]);
    expect(found(made)).toEqual(['draw: it gives something else each time']);
    expect(made.task?.expected.goals).toEqual([{ kind: 'fact', name: 'files/b.txt', value: { text: 'b' } }]);
  });

  it('outlives lines that never end, flood or multiply', async () => {
    const made = await test(
      [
        bash('endless', 'while :; do :; done', ''),
        bash('flood', 'yes', 'y'),
        bash('fork', ':(){ :|:& };:', ''),
        {
          id: 'w',
          tool: 'write',
          arguments: { path: 'b.txt', content: 'b' },
          output: 'Successfully wrote 1 bytes to b.txt',
        },
      ],
      { timeoutSeconds: 0.5 },
    );
    expect(
      found(made)
        .map((line) => line.split(':')[0])
        .sort(),
    ).toContain('endless');
    expect(made.byKind.file).toEqual({ calls: 1, same: 1 });
    expect(made.task).not.toBeNull();
  });

  it('reads no file that a link of the folder leads to, and writes none', async () => {
    const host = join(folder, 'host');
    mkdirSync(join(host, 'project'), { recursive: true });
    writeFileSync(join(host, 'secret.txt'), 'the secret\n');
    writeFileSync(join(host, 'project', 'price.py'), 'price = 1\n');
    symlinkSync('../secret.txt', join(host, 'project', 'link.txt'));
    const made = await testFromSession(
      await piSession([
        bash('link', 'cat link.txt', 'the secret\n'),
        bash('out', `echo 1 > ${host}/made.txt; sed -i s/1/2/ price.py`, '(no output)'),
      ]),
      { workdir: join(host, 'project') },
    );
    expect(made.different.map(({ callId }) => callId)).toContain('link');
    expect(readFileSync(join(host, 'project', 'price.py'), 'utf8')).toBe('price = 1\n');
    expect(() => readFileSync(join(host, 'made.txt'))).toThrow();
    expect(JSON.stringify(made)).not.toContain('price = 1; the secret');
  });

  it('is whole or isn’t there', async () => {
    const made = await test([
      {
        id: 'w',
        tool: 'write',
        arguments: { path: 'b.txt', content: 'b' },
        output: 'Successfully wrote 1 bytes to b.txt',
      },
    ]);
    const out = join(folder, 'taken');
    mkdirSync(out);
    await expect(writeSessionTest(out, made, { files: FILES })).rejects.toMatchObject({
      code: 'records/output_exists',
    });
  });
});

describe('what is no session', () => {
  it('is refused', async () => {
    const chat = await trajectoryFromMessages([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ]);
    await expect(testFromSession(chat)).rejects.toMatchObject({ code: 'pipelines/no_session' });
  });
});
