/**
 * A real MCP server made with the official package, whose tools answer with tasks, as the extension says.
 * `node task-server.mjs` serves it over standard input and output.
 */
import { fileURLToPath } from 'node:url';
import { fromJsonSchema, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const question = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Which \u001b[2Jcolour?',
    requestedSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
  },
};

/** What each tool's task says when it is asked about for the nth time, once its questions are answered. */
const TOOLS = {
  build: (n) => (n < 3 ? { status: 'working' } : done({ ...text('built'), structuredContent: { parts: 3 } })),
  lie: () => done({ ...text('built'), structuredContent: { parts: 'three' } }),
  paint: (_n, answers) => {
    if (answers.colour === undefined)
      return { status: 'input_required', inputRequests: { colour: question } };
    const { action, content } = answers.colour;
    return done(text(action === 'accept' ? `painted ${content.colour}` : 'left white'));
  },
  sample: () => ({ status: 'input_required', inputRequests: { a: { method: 'sampling/createMessage' } } }),
  refuse: () => done({ ...text('out of paint'), isError: true }),
  break: () => ({ status: 'failed', error: { code: -32603, message: 'the machine\u0007 broke' } }),
  drop: () => ({ status: 'cancelled', statusMessage: 'the shop closes' }),
  odd: () => ({ status: 'thinking' }),
  empty: () => ({ status: 'completed' }),
  forever: () => ({ status: 'working' }),
};
const COUNTED = { type: 'object', properties: { parts: { type: 'integer' } }, required: ['parts'] };
const done = (result) => ({ status: 'completed', result });

export const told = [];
const tasks = new Map();

const now = new Date(0).toISOString();
const TIMES = { createdAt: now, lastUpdatedAt: now, ttlMs: null, pollIntervalMs: 1 };

function known(taskId) {
  const task = tasks.get(taskId);
  if (task === undefined) throw new Error(`no task ${taskId}`);
  return task;
}

export function makeTaskServer() {
  const server = new Server(
    { name: 'tasks', version: '1' },
    { capabilities: { tools: {}, extensions: { [EXTENSION]: {} } } },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      inputSchema: { type: 'object', properties: {} },
      ...(['build', 'lie'].includes(name) ? { outputSchema: COUNTED } : {}),
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    if (!JSON.stringify(context.mcpReq).includes(EXTENSION)) return text('no tasks for this client');
    const taskId = `${params.name}-${tasks.size}`;
    tasks.set(taskId, { tool: TOOLS[params.name], looks: 0, answers: {} });
    return { ...TIMES, taskId, status: 'working', resultType: 'task' };
  });
  const schema = { params: fromJsonSchema({ type: 'object', properties: { taskId: { type: 'string' } } }) };
  server.setRequestHandler('tasks/get', schema, ({ taskId }) => {
    told.push(`get ${taskId}`);
    const task = known(taskId);
    task.looks += 1;
    return { ...TIMES, taskId, ...task.tool(task.looks, task.answers) };
  });
  server.setRequestHandler('tasks/update', schema, ({ taskId }, { mcpReq }) => {
    told.push(`update ${taskId}`);
    Object.assign(known(taskId).answers, mcpReq.inputResponses);
    return {};
  });
  server.setRequestHandler('tasks/cancel', schema, ({ taskId }) => {
    told.push(`cancel ${taskId}`);
    return {};
  });
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serveStdio(makeTaskServer);
