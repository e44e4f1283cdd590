import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { mcpTools } from '../tools/index.js';
import { engines } from './engines.fixture.js';
import { executeScript } from './execute-script.js';

const server = fileURLToPath(new URL('../tools/mcp/__fixtures__/server.mjs', import.meta.url));

for (const { name: engine, skipped } of engines) {
  unless(skipped).it(`a script on ${engine} calls the tools of an MCP server by their names`, async () => {
    await using mcp = await mcpTools({ command: process.execPath, args: [server] });
    const tools = mcp.tools.filter(({ name }) => name === 'add');
    const { result, failure } = await executeScript(
      {},
      'answer = await add(a=2, b=3)\nresult = {"total": answer["sum"]}',
      { tools, engine, limits: { timeoutSeconds: 60 } },
    );
    expect(failure).toBeNull();
    expect(result).toEqual({ total: 5 });
  });
}
