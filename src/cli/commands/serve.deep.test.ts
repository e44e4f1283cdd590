import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { createSandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { mcpTools, toolSet } from '../../tools/index.js';

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

unless(why).it('mettle serve --mcp is an MCP server for any client that starts it', async () => {
  const workdir = mkdtempSync(join(tmpdir(), 'mettle-serve-'));
  writeFileSync(join(workdir, 'a.txt'), 'one\n');
  let question = '';
  {
    await using server = await mcpTools(
      { command: process.execPath, args: [main, 'serve', '--mcp', '--workdir', workdir] },
      {
        onInputRequest: ({ message }) => {
          question = message;
          return { action: 'accept', content: { write: true } };
        },
      },
    );
    const set = toolSet(server.tools);
    const code = 'open("a.txt", "w").write("two\\n")\nimport os\nsorted(os.environ)';
    const { value } = (await set.call('run_python_code', { code })) as { value: string };
    expect(JSON.parse(value)).toMatchObject({ ok: true });
    expect(readFileSync(join(workdir, 'a.txt'), 'utf8')).toBe('one\n');
    expect(await set.call('commit', {})).toMatchObject({ ok: true });
    expect(question).toContain('change a.txt');
  }
  expect(readFileSync(join(workdir, 'a.txt'), 'utf8')).toBe('two\n');
  rmSync(workdir, { recursive: true });
});
