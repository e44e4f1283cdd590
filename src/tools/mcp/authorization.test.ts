import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClientCredentialsProvider } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { afterAll, expect, it } from 'vitest';
import { webRequests } from '../serve/web-requests.js';
import { toolSet } from '../tool-set.js';
import { makeServer } from './__fixtures__/server.mjs';
import { mcpTools } from './mcp-tools.js';

/** A server that takes only the token which its own authorization server gives to who knows the secret. */
const handler = createMcpHandler(makeServer);
const mcp = webRequests(handler.fetch);
const asked: string[] = [];
const http = createServer((request, response) => {
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  const path = request.url ?? '';
  if (path === '/mcp') {
    if (request.headers.authorization === 'Bearer good') return mcp(request, response);
    const metadata = `${origin}/.well-known/oauth-protected-resource`;
    return json(401, {}, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` });
  }
  if (path.startsWith('/.well-known/oauth-protected-resource'))
    return json(200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
  if (path.startsWith('/.well-known/')) {
    return json(200, {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    });
  }
  asked.push(path);
  const secret = `Basic ${Buffer.from('me:secret').toString('base64')}`;
  if (request.headers.authorization !== secret) return json(401, { error: 'invalid_client' });
  return json(200, { access_token: 'good', token_type: 'Bearer', expires_in: 3600 });
});
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const provider = (clientSecret: string) =>
  new ClientCredentialsProvider({ clientId: 'me', clientSecret, expectedIssuer: origin });

afterAll(async () => {
  await handler.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

it('gets a token from the authorization server that a server names', async () => {
  await using open = await mcpTools({ url: `${origin}/mcp`, authProvider: provider('secret') });
  expect(await toolSet(open.tools).call('add', { a: 1, b: 2 })).toEqual({ ok: true, value: { sum: 3 } });
  expect(asked).toEqual(['/token']);
});

it('is turned away without a token, and with a wrong secret', async () => {
  const unreachable = { code: 'tools/mcp_unreachable' };
  await expect(mcpTools({ url: `${origin}/mcp` })).rejects.toMatchObject(unreachable);
  const wrong = mcpTools({ url: `${origin}/mcp`, authProvider: provider('wrong') });
  await expect(wrong).rejects.toMatchObject(unreachable);
});
