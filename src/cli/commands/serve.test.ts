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
        /^mettle serve: Say what to serve: npx --no mettle serve --mcp\.\n\nUsage: /,
      ),
    });
    expect(await callCommandLine(['serve', '--mcp', '--json'])).toMatchObject({ code: 2 });
    expect(await callCommandLine(['serve', '--mcp', '--port', 'x'])).toMatchObject({ code: 2 });
    expect(await callCommandLine(['serve', '--mcp', '--port', '0', '--workdir', '/nowhere'])).toMatchObject({
      code: 2,
    });
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
