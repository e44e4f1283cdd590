import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NetworkSettings } from './network-settings.js';

/** Sends a GET, through the proxy and with the authorities of the settings. Node's `fetch` knows of neither. */
export async function sendRequest(
  url: URL,
  headers: Readonly<Record<string, string>>,
  settings: NetworkSettings,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const proxy = settings.proxyFor(url);
  const trust = settings.authorities === null ? {} : { ca: [...settings.authorities] };
  if (url.protocol !== 'https:') {
    if (proxy === null) return await response(http.request(url, { headers, signal, agent: false }));
    // A proxy is asked for the whole address.
    const options = {
      path: url.href,
      headers: { host: url.host, ...headers, ...credentials(proxy) },
      signal,
    };
    return await response(overProxy(proxy, options, trust));
  }
  if (proxy === null) return await response(https.request(url, { headers, signal, agent: false, ...trust }));
  const socket = await tunnel(url, proxy, trust, signal);
  const host = hostOf(url);
  // An address has no name to tell the server.
  const servername = /^[\d.]+$|:/.test(host) ? '' : host;
  const createConnection = (): Socket => connectTls({ socket, host, servername, ...trust });
  // Node leaves the tunnel open after the connection inside it has ended.
  try {
    const answer = await response(https.request(url, { headers, signal, createConnection }));
    return answer.once('close', () => socket.destroy());
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
}

/** A connection to the address's server that the proxy relays (RFC 9110, section 9.3.6). */
async function tunnel(url: URL, proxy: URL, trust: object, signal: AbortSignal): Promise<Socket> {
  const target = `${url.hostname}:${url.port || '443'}`;
  const headers = { host: target, ...credentials(proxy) };
  const request = overProxy(proxy, { method: 'CONNECT', path: target, headers, signal }, trust);
  return await new Promise<Socket>((resolve, reject) => {
    request.on('error', (error) => reject(ofProxy(proxy, error.message)));
    const refuse = ({ statusCode }: http.IncomingMessage): Error =>
      ofProxy(
        proxy,
        `it answers ${statusCode}${statusCode === 407 ? ', wanting a user name and password in its address' : ''}`,
      );
    // A proxy that speaks no CONNECT answers it as any other request.
    request.on('response', (answer) => {
      answer.destroy();
      reject(refuse(answer));
    });
    request.on('connect', (answer, socket) => {
      if (answer.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(refuse(answer));
    });
    request.end();
  });
}

function overProxy(proxy: URL, options: http.RequestOptions, trust: object): http.ClientRequest {
  const { protocol, port } = proxy;
  const place = { host: hostOf(proxy), port: port || (protocol === 'https:' ? 443 : 80) };
  if (protocol === 'http:') return http.request({ ...place, agent: false, ...options });
  if (protocol === 'https:') return https.request({ ...place, agent: false, ...trust, ...options });
  throw ofProxy(proxy, `${protocol.slice(0, -1)} is a kind of proxy that is not supported here`);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function credentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function ofProxy(proxy: URL, why: string): Error {
  return new Error(`the proxy ${proxy.protocol}//${proxy.host}: ${why}`);
}

function response(request: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
}
