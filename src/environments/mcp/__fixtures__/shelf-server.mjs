/** A real MCP server that keeps texts as files in the folder that it is started with: `node shelf-server.mjs FOLDER`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const folder = resolve(process.argv[2] ?? '.');
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const parameters = (...names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
});
const at = (path) => resolve(folder, path);

const tools = {
  save: {
    inputSchema: parameters('path', 'text'),
    call: ({ path, text: words }) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), words);
      return text(`Saved ${at(path)}.`);
    },
  },
  load: {
    inputSchema: parameters('path'),
    call: ({ path }) =>
      existsSync(at(path))
        ? text(readFileSync(at(path), 'utf8'))
        : { ...text(`There is no ${at(path)}.`), isError: true },
  },
  about: {
    inputSchema: parameters('path'),
    call: ({ path }) => ({
      ...text('about'),
      structuredContent: { where: at(path), size: statSync(at(path)).size, seen: process.hrtime().join('.') },
    }),
  },
  names: { inputSchema: parameters(), call: () => text(readdirSync(folder).sort().join(' ')) },
};

function makeServer() {
  const server = new Server({ name: 'shelf', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(([name, { inputSchema }]) => ({
      name,
      description: `Does ${name} in ${folder}.`,
      inputSchema,
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }) => tools[params.name].call(params.arguments ?? {}));
  return server;
}

serveStdio(makeServer);
