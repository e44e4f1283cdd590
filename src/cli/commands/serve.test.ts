import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { callCommandLine } from '../command-line.fixture.js';

const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

describe('mettle serve', () => {
  it('says what is missing', async () => {
    expect(await callCommandLine(['serve'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^mettle serve: Say what to serve, one thing: npx --no mettle serve --env sql, --reward tests, or --mcp\.\n\nUsage: /,
      ),
    });
    expect(await callCommandLine(['serve', '--mcp', '--json'])).toMatchObject({ code: 2 });
    expect(await callCommandLine(['serve', '--mcp', '--port', 'x'])).toMatchObject({ code: 2 });
    expect(await callCommandLine(['serve', '--mcp', '--port', '0', '--workdir', '/nowhere'])).toMatchObject({
      code: 2,
    });
  });

  it.each([
    [['--mcp', '--env', 'sql'], 'Say what to serve, one thing'],
    [['--env', 'sql', '--workdir', '.'], '--workdir is for --mcp.'],
    [['--mcp', '--max-steps', '2'], '--max-steps is for --env.'],
    [['--reward', 'tests', '--mcp'], 'Say what to serve, one thing'],
    [['--reward', 'tests', '--env', 'sql'], '--env goes with --reward calls alone'],
    [['--reward', 'calls'], '--reward calls needs the world'],
    [['--reward', 'tests', '--ors'], '--ors is for --env.'],
    [['--reward', 'test'], 'got "test".'],
    [['--reward', 'no.py'], 'Cannot read no.py: there is no such file.'],
    [['--reward', 'no.jsonl'], 'Cannot read no.jsonl: there is no such file.'],
    [['--reward', 'no.mjs'], 'There is no no.mjs. --reward takes a module that exports a reward function'],
    [['--mcp', '--python', 'a.py'], '--python is for --reward and --env.'],
    [['--reward', 'tests', '--python', 'a-b.py'], '--python takes the name of a Python module'],
    [['--reward', 'tests', '--python', 'no/a.py'], 'no/a.py": the directory does not exist'],
    [['--reward', 'tests', '--port', '0', '--host', '0.0.0.0'], 'set a token of at least 16 characters'],
    [['--env', 'sqll'], 'Did you mean sql?'],
    [['--env', 'sql', '--ors', '--mode', 'production'], '--mode is of OpenEnv'],
    [['--env', 'sql', '--port', '0', '--host', '0.0.0.0'], 'set a token of at least 16 characters'],
  ])('refuses %j', async (args, message) => {
    const made = await callCommandLine(['serve', ...args]);
    expect(made).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('says in one line what is wrong with a file of tests or tasks', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'mettle-rewards-'));
    const refusal = async (name: string, content: string) => {
      writeFileSync(join(cwd, name), content);
      const made = await callCommandLine(['serve', '--reward', name, '--port', '0'], { cwd });
      expect(made).toMatchObject({ code: 2, stdout: '' });
      expect(made.stderr.trim().split('\n')).toHaveLength(1);
      return made.stderr;
    };
    expect(await refusal('tests.py', 'def f(')).toContain("The tests in tests.py can't be used");
    expect(await refusal('tests.py', '')).toContain("The tests in tests.py can't be used");
    expect(await refusal('tasks.jsonl', '')).toContain('There are no tasks in tasks.jsonl');
    const good = '{"id": 1, "prompt": "Write f.", "tests": "assert f() == 1"}\n';
    expect(await refusal('tasks.jsonl', `${good}\n{"id": 2}`)).toContain(
      'tasks.jsonl, line 3: A row has neither',
    );
    expect(await refusal('tasks.jsonl', `${good}${good}`)).toContain(
      'tasks.jsonl, line 2: The id 1 is there twice',
    );
    expect(await refusal('tasks.jsonl', '[1]')).toContain('tasks.jsonl, line 1: A task is a JSON object');
    expect(await refusal('reward.mjs', 'export const a = 1;')).toContain(
      'reward.mjs exports no reward function. It exports a; add: export const reward',
    );
    rmSync(cwd, { recursive: true });
  });

  it('writes the client for Python, but over nothing else, and says that a port is in use', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'mettle-rewards-'));
    const server = createServer().listen(0, '127.0.0.1');
    const { port } = await new Promise<{ readonly port: number }>((resolve) =>
      server.once('listening', () => resolve(server.address() as { port: number })),
    );
    const serve = (port: number, interrupted = true) => {
      const args = ['serve', '--reward', 'tests', '--python', 'mettle_reward.py', '--port', String(port)];
      return callCommandLine(args, { cwd, interrupted });
    };
    const taken = await serve(port, false);
    expect(taken).toMatchObject({ code: 2, stderr: expect.stringContaining(`port ${port} is in use`) });
    server.close();
    const path = join(cwd, 'mettle_reward.py');
    writeFileSync(path, `${readFileSync(path, 'utf8').split('\n', 1)[0]}\nof an older version\n`);
    const served = await serve(0);
    expect(served).toMatchObject({ code: 130 });
    expect(served.stderr).toMatch(
      /^Wrote mettle_reward\.py\.\nRewards: (http:\S+) \(by the columns tests and cases of each row\)\nIn Python: .*"\1"\)\]/,
    );
    expect(readFileSync(path, 'utf8')).toContain('def reward_function(');
    writeFileSync(path, 'my own words\n');
    expect(await serve(0, false)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('mettle_reward.py is not a client that mettle wrote'),
    });
    expect(readFileSync(path, 'utf8')).toBe('my own words\n');
    rmSync(cwd, { recursive: true });
  });

  it('says how trainers reach a world, until Ctrl-C', async () => {
    const openEnv = await callCommandLine(['serve', '--env', 'sql', '--port', '0', '--json'], {
      interrupted: true,
      environment: { MAX_CONCURRENT_ENVS: '7' },
    });
    expect(openEnv.code).toBe(130);
    expect(JSON.parse(openEnv.stdout)).toEqual({ url: expect.any(String), env: 'sql', sessions: 7 });
    const ors = await callCommandLine(['serve', '--env', 'sql', '--port', '0', '--ors'], {
      interrupted: true,
    });
    expect(ors.stderr).toMatch(
      /^ORS: (http:\S+) \(sql, up to 128 sessions\)\nexport OPENREWARD_API_URL=\1 OPENREWARD_SESSION_URL=\1\nIn Python: OpenRewardSpec\("\1", env_name="sql"\)\n/,
    );
    const wrong = { environment: { MAX_CONCURRENT_ENVS: 'many' } };
    expect(await callCommandLine(['serve', '--env', 'sql', '--port', '0'], wrong)).toMatchObject({ code: 2 });
  });

  unless(why).it('says where it listens and with which token, until Ctrl-C', async () => {
    const made = await callCommandLine(['serve', '--mcp', '--port', '0'], { interrupted: true });
    expect(made).toMatchObject({ code: 130, stdout: '' });
    expect(made.stderr).toMatch(/^MCP: http:\/\/127\.0\.0\.1:\d+\/mcp\nToken: [\w-]{32}\nStopped\.\n$/);
    const given = await callCommandLine(['serve', '--mcp', '--port', '0', '--json'], {
      interrupted: true,
      environment: { METTLE_MCP_TOKEN: 'a token of enough characters' },
    });
    expect(given.stderr).not.toContain('enough');
    expect(JSON.parse(given.stdout)).toMatchObject({ url: expect.stringMatching(/^http/), env: null });
  });
});
