/**
 * A real MCP server that keeps notes, made with the official package, with tools that behave well and badly.
 * `node notes-server.mjs [--legacy]` serves it over standard input and output.
 */
import { fileURLToPath } from 'node:url';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const object = (properties = {}, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const string = { type: 'string' };
const YES = object({ yes: { type: 'boolean' } });

/** The tools over a list of notes. */
function tools(notes) {
  return {
    add_note: {
      inputSchema: object({ text: { type: 'string', minLength: 1 } }),
      call: ({ text: words }) => text(`note ${notes.push(words)}`),
    },
    read_notes: {
      inputSchema: object(),
      call: () => ({
        ...text(notes.join('\n')),
        structuredContent: { count: notes.length, notes: [...notes] },
      }),
    },
    clear: {
      inputSchema: object({ start: { type: 'integer' } }, []),
      call: ({ start }) => {
        notes.length = 0;
        if (start !== undefined) notes.push(`seed ${start}`);
        return text('cleared');
      },
    },
    clock: {
      inputSchema: object(),
      call: () => ({
        ...text('the time'),
        structuredContent: { time: process.hrtime().join('.'), zone: 'UTC' },
      }),
    },
    picture: {
      inputSchema: object(),
      call: () => ({
        content: [
          { type: 'text', text: 'A dot.' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
      }),
    },
    fail: {
      inputSchema: YES,
      call: ({ yes }) => ({ ...text('the shop\nis shut'), isError: yes }),
    },
    refuse: {
      inputSchema: object(),
      call: () => {
        throw new Error('not today');
      },
    },
    lie: {
      inputSchema: object(),
      outputSchema: object({ sum: { type: 'number' } }),
      call: () => ({ ...text('x'), structuredContent: { sum: 'many' } }),
    },
    big: { inputSchema: object({ size: { type: 'integer' } }), call: ({ size }) => text('x'.repeat(size)) },
    hang: { inputSchema: YES, call: ({ yes }) => (yes ? new Promise(() => {}) : text('no')) },
    pid: { inputSchema: object(), call: () => text(String(process.pid)) },
    die: { inputSchema: YES, call: ({ yes }) => (yes ? process.exit(3) : text('no')) },
    odd: {
      inputSchema: object({ code: { type: 'string', pattern: '^(?!000)[0-9]{3}$' } }),
      call: ({ code }) => text(code),
    },
    broken: { inputSchema: object({ a: { type: 'text' } }), call: () => text('') },
    read_file: { inputSchema: object({ path: string }), call: ({ path }) => text(`no file ${path}`) },
  };
}

/** A server whose notes last as long as the list that it is given. With `trap` it has one tool more. */
export function makeServer(notes, { trap = false } = {}) {
  const all = tools(notes);
  if (trap) all.trap = { inputSchema: object(), call: () => text('') };
  const server = new Server(
    { name: 'notes', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} } },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(all).map(([name, { inputSchema, outputSchema }]) => ({
      name,
      description: `Does ${name}.`,
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = all[params.name];
    if (tool === undefined) throw new Error(`no tool ${params.name}`);
    return tool.call(params.arguments ?? {});
  });
  const listed = () =>
    notes.map((words, index) => ({ uri: `notes://${index + 1}`, name: `note ${index + 1}`, words }));
  server.setRequestHandler('resources/list', () => ({
    resources: [
      ...(notes.includes('flood')
        ? Array.from({ length: 300 }, (_, i) => ({ uri: `notes://x${i}`, name: 'x' }))
        : []),
      ...listed().map(({ uri, name }) => ({ uri, name })),
      { uri: 'about:notes', name: 'about' },
    ],
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const note = listed().find((one) => one.uri === uri);
    if (note !== undefined) return { contents: [{ uri, mimeType: 'text/plain', text: note.words }] };
    if (uri === 'notes:all') {
      return {
        contents: [
          {
            uri,
            mimeType: 'application/json',
            text: JSON.stringify({ count: notes.length, last: notes.at(-1) ?? null }),
          },
        ],
      };
    }
    if (uri === 'notes:bad')
      return {
        contents: [
          { uri, mimeType: 'application/json', text: '{no json' },
          { uri, blob: 'AAAA' },
        ],
      };
    if (uri === 'notes:long') return { contents: [{ uri, text: 'x'.repeat(100_000) }] };
    throw new Error(`no resource ${uri}`);
  });
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const notes = [];
  if (process.argv.includes('--legacy')) await makeServer(notes).connect(new StdioServerTransport());
  else serveStdio(() => makeServer(notes));
}
