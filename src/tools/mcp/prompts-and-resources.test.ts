import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { afterAll, expect, it } from 'vitest';
import { mcpTools } from './mcp-tools.js';

const handler = createMcpHandler(makeServer);
const server = {
  url: 'http://127.0.0.1:9/mcp',
  fetch: (to: string | URL | Request, init?: RequestInit) => handler.fetch(new Request(to, init)),
};
afterAll(() => handler.close());

function makeServer(): Server {
  const made = new Server(
    { name: 'library', version: '1' },
    { capabilities: { prompts: {}, resources: {} } },
  );
  made.setRequestHandler('prompts/list', () => ({
    prompts: [
      { name: 'review', title: 'Re\u001b[2Jview', arguments: [{ name: 'file', required: true }] },
      { name: 'plain', description: 'Says hello.' },
    ],
  }));
  made.setRequestHandler('prompts/get', ({ params }) => {
    const { name, arguments: args = {} } = params;
    if (name !== 'review' || args.file === undefined) throw new Error(`no prompt ${name} without its file`);
    const text = (words: string) => ({ type: 'text' as const, text: words });
    const resource = { uri: 'book:1', text: 'All of it\u0007' };
    return {
      messages: [
        { role: 'user', content: text(`Look at ${args.file}.`) },
        { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
        { role: 'user', content: { type: 'resource', resource } },
        { role: 'assistant', content: text('I will.') },
      ],
    };
  });
  made.setRequestHandler('resources/list', () => ({
    resources: [{ uri: 'book:1', name: 'One', mimeType: 'text/plain' }],
  }));
  made.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'book:{number}', name: 'Any', description: 'Any book.' }],
  }));
  made.setRequestHandler('resources/read', ({ params: { uri } }) => {
    if (uri === 'book:1') return { contents: [{ uri, text: 'Once\u0007' }] };
    if (uri === 'book:2') return { contents: [{ uri, blob: 'AAEC', mimeType: 'image/png' }] };
    throw new Error(`no ${uri}`);
  });
  return made;
}

it('gives the prompts of a server as messages', async () => {
  await using open = await mcpTools(server);
  expect(open.tools).toEqual([]);
  expect(await open.prompts.list()).toEqual([
    {
      name: 'review',
      title: 'Re\\x1b[2Jview',
      description: null,
      arguments: [{ name: 'file', description: null, required: true }],
    },
    { name: 'plain', title: null, description: 'Says hello.', arguments: [] },
  ]);
  expect(await open.prompts.get('review', { file: 'a.py' })).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Look at a.py.' }] },
    { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: 'AAAA' }] },
    { role: 'user', content: [{ type: 'text', text: 'All of it\\x07' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'I will.' }] },
  ]);
  const refused = { code: 'tools/mcp_refused', message: expect.stringContaining('without its file') };
  await expect(open.prompts.get('review')).rejects.toMatchObject(refused);
});

it('lists and reads the resources of a server', async () => {
  await using open = await mcpTools(server);
  expect(await open.resources.list()).toEqual([
    { uri: 'book:1', name: 'One', description: null, mimeType: 'text/plain' },
  ]);
  expect(await open.resources.templates()).toEqual([
    { uriTemplate: 'book:{number}', name: 'Any', description: 'Any book.', mimeType: null },
  ]);
  expect(await open.resources.read('book:1')).toEqual([
    { uri: 'book:1', mimeType: null, text: 'Once\u0007' },
  ]);
  const [picture] = await open.resources.read('book:2');
  expect(picture).toMatchObject({ mimeType: 'image/png', bytes: Buffer.from([0, 1, 2]) });
  await expect(open.resources.read('book:3')).rejects.toMatchObject({ code: 'tools/mcp_refused' });
  const stop = AbortSignal.abort(new Error('enough'));
  await expect(open.resources.read('book:1', { signal: stop })).rejects.toThrow('enough');
});

it('a server without prompts and resources has empty lists', async () => {
  const bare = createMcpHandler(() => new Server({ name: 'bare', version: '1' }, { capabilities: {} }));
  const fetch = (to: string | URL | Request, init?: RequestInit) => bare.fetch(new Request(to, init));
  await using open = await mcpTools({ ...server, fetch });
  const lists = [open.prompts.list(), open.resources.list(), open.resources.templates()];
  expect(await Promise.all(lists)).toEqual([[], [], []]);
  await bare.close();
});
