/** What a tool adds to the function in it: checking arguments, a time limit, JSON; and what mcpTools adds to the official client. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { schemaValidator } from 'mettle/core';
import { type McpServing, type McpTools, mcpTools, serveMcp, tool, toolSet } from 'mettle/tools';
import type { BenchSuite } from './harness.js';

const CALLS = 1_000;

const parameters = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1, maxLength: 100 },
    seats: { type: 'integer', minimum: 1, maximum: 9 },
    class: { enum: ['first', 'second'] },
    stops: { type: 'array', items: { type: 'string' } },
  },
  required: ['city'],
  additionalProperties: false,
};
const args = { city: 'Oslo', seats: 2, class: 'first', stops: ['Rome', 'Bern'] };
const work = async (given: unknown) => ({ booked: given });

async function times<T>(count: number, once: () => Promise<T>): Promise<number> {
  for (let i = 0; i < count; i += 1) await once();
  return count;
}

let serving: McpServing | undefined;
let server: McpTools | undefined;
let client: Client | undefined;

export const suite: BenchSuite = {
  name: 'tools',
  async comparisons() {
    const set = toolSet([tool({ name: 'book', description: 'Books.', parameters, execute: work })]);
    const text = JSON.stringify(args);
    const validator = schemaValidator(parameters);
    serving = await serveMcp({ over: { port: 0 } });
    const url = new URL(serving.url ?? '');
    const headers = { authorization: `Bearer ${serving.token}` };
    server = await mcpTools({ url, headers });
    client = new Client(
      { name: 'bench', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const [ours, theirs] = [toolSet(server.tools), client];
    const bare = { name: 'the function alone', run: () => times(CALLS, () => work(JSON.parse(text))) };
    return [
      {
        name: 'one tool call with four arguments as JSON text',
        subject: { name: 'toolSet.call', run: () => times(CALLS, () => set.call('book', text)) },
        baseline: bare,
        claim: { medianSeconds: 50e-6 },
      },
      {
        name: 'checking four arguments',
        subject: { name: 'schemaValidator', run: () => times(CALLS, async () => validator.check(args)) },
        baseline: bare,
        claim: { medianSeconds: 10e-6 },
      },
      {
        name: 'one call of a tool of an MCP server over HTTP',
        subject: { name: 'mcpTools', run: () => times(20, () => ours.call('list_files', {})) },
        baseline: {
          name: 'the official client',
          run: () => times(20, () => theirs.callTool({ name: 'list_files', arguments: {} })),
        },
        claim: { ratio: 0.5 },
      },
    ];
  },
  async close() {
    await client?.close();
    await server?.close();
    await serving?.close();
  },
};
