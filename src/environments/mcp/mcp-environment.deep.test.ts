import { describe, expect, it } from 'vitest';
import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { mcpCases } from './mcp-cases.fixture.js';
import { createMcpEnvironment } from './mcp-environment.js';
import { notesProcess } from './notes-servers.fixture.js';

describe.each([[[]], [['--legacy']]])('a world of an MCP server as a process %j', (more) => {
  mcpCases((options) => createMcpEnvironment({ server: notesProcess(...more), ...options }));
});

const call = (tool: string, values: Record<string, string | number | boolean> = {}) => ({
  tool,
  arguments: values,
});

describeEnvironment('a world of a process', {
  create: () =>
    createMcpEnvironment({
      server: notesProcess(),
      allow: ['add_note', 'read_notes', 'picture', 'fail', 'big', 'hang', 'die', 'read_file', 'odd'],
      readState: { notes: { tool: 'read_notes' } },
      deterministic: true,
    }),
  reads: [call('read_notes'), call('picture')],
  writes: [call('add_note', { text: 'one' }), call('add_note', { text: 'two' })],
  failing: call('fail', { yes: true }),
  slow: call('hang', { yes: true }),
  long: { call: call('big', { size: 150_000 }), maxChars: 100_000 },
  hostProbes: ({ file }) => [call('read_file', { path: file })],
  breakWorld: async (world) => {
    await world.call('die', { yes: true }).catch(() => {});
  },
});

describe('a server that was declared deterministic', () => {
  it('has no branch where the server answers otherwise than was declared', async () => {
    await using world = await (
      await createMcpEnvironment({ server: notesProcess(), deterministic: true })
    ).open({ seed: 0 });
    await world.call('clock', {});
    await expect(world.fork()).rejects.toMatchObject({
      message: expect.stringContaining('call 1 (clock)'),
    });
    expect((await world.call('read_notes', {})).observation.status).toBe('ok');
  });
});
