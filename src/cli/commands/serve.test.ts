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
        /^mettle serve: Say what to serve, one thing: npx --no mettle serve --env sql, or npx --no mettle serve --mcp\.\n\nUsage: /,
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
    [['--env', 'sqll'], 'Did you mean sql?'],
    [['--env', 'sql', '--ors', '--mode', 'production'], '--mode is of OpenEnv'],
    [['--env', 'sql', '--port', '0', '--host', '0.0.0.0'], 'set a token of at least 16 characters'],
  ])('refuses %j', async (args, message) => {
    const made = await callCommandLine(['serve', ...args]);
    expect(made).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
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
