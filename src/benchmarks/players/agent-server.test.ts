import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dearerThan, openFruitWorld } from '../../generation/generator/generator.fixture.js';
import { runBenchmark } from '../run-benchmark.js';
import { agentServer } from './agent-server.js';

type Reply = (step: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;

const say = (response: ServerResponse, value: unknown): void => {
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
};
const REPLIES: Readonly<Record<string, Reply>> = {
  '/solves': ({ step, observation }, response) =>
    say(
      response,
      step === 1
        ? { tool: 'sql_query', args: { sql: 'SELECT count(*) FROM fruit WHERE cents > 40' } }
        : { answer: /[0-9]/.test(String(observation)) ? 2 : null },
    ),
  '/secret': (_, response, { headers }) =>
    say(response, {
      answer: headers.authorization === 'Basic bWU6b3Blbg==' && headers['x-key'] === 'k' ? 2 : 0,
    }),
  '/nonsense': (_, response) => say(response, '{"tool": 7, [}'),
  '/floods': (_, response) => say(response, 'x'.repeat(2 ** 20 + 1)),
  '/hangs': () => undefined,
  '/breaks-off': (_, response) => {
    response.write('{"answer": ');
    setImmediate(() => response.destroy());
  },
  '/dies': (_, response) => response.destroy(),
  '/fails': (_, response) => say(response.writeHead(500), 'no'),
  '/leads-away': (_, response) => say(response.writeHead(302, { location: 'http://127.0.0.2:1/' }), ''),
  '/busy': (_, response) => say(response.writeHead(503), 'later'),
};
const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (more) => {
    text += more;
  });
  request.on('end', () => REPLIES[request.url ?? '']?.(JSON.parse(text), response, request));
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const onTask = async (url: string, timeoutSeconds = 60) => {
  const task = dearerThan(await openFruitWorld(), 40);
  return runBenchmark(agentServer({ url, headers: { 'x-key': 'k' }, timeoutSeconds }), [
    { id: 'dearer', task },
  ]);
};

describe('agentServer', () => {
  it('lets an agent behind an address play a task, step by step', async () => {
    expect(await onTask(`http://${origin}/solves`)).toMatchObject({ score: { mean: 1 }, errors: 0 });
  });

  it('sends headers and the login of the address, and shows neither', async () => {
    const report = await onTask(`http://me:open@${origin}/secret`);
    expect(report.score?.mean).toBe(1);
    expect(report.subject.name).toBe(`http://${origin}/secret`);
  });

  it.each([
    ['/nonsense', ''],
    ['/floods', 'larger than 1048576 bytes'],
    ['/hangs', 'no complete answer within 0.5 seconds'],
    ['/breaks-off', 'broke off'],
    ['/dies', 'broke off'],
    ['/fails', 'HTTP 500'],
    ['/leads-away', 'redirects to http://127.0.0.2:1'],
  ])('scores an agent as failed that answers as %s', async (path, words) => {
    const report = await onTask(`http://${origin}${path}`, path === '/hangs' ? 0.5 : 60);
    expect(report).toMatchObject({ scored: 1, errors: 0, score: { mean: 0 } });
    expect(report.misses[0]?.detail).toContain(words);
  });

  it('counts one that is busy or not there as an error', async () => {
    expect(await onTask(`http://${origin}/busy`)).toMatchObject({ scored: 0, errors: 1 });
    expect(await onTask('http://127.0.0.1:9/')).toMatchObject({ scored: 0, errors: 1 });
  });

  it.each(['ftp://127.0.0.1/', 'agent', 'file:///etc/passwd'])('refuses the address %s', (url) => {
    expect(() => agentServer({ url })).toThrow('begins with http:// or https://');
  });
});
