import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whom a server answers. */
export interface GuardOptions {
  /** The address that it listens on. */
  readonly host: string;
  /** What callers have to send as `Authorization: Bearer TOKEN` or `X-API-Key: TOKEN`; null where nothing is asked for. */
  readonly token: string | null;
}

/** Why a request is turned away. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly detail: string;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether only this machine reaches a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * What turns requests away that are not for this server: those whose `Host` is none of this machine's own names, where
 * the server is for this machine alone, so that no web page reaches it through a name of its own (DNS rebinding); those
 * that a web page of another origin sends; and those without the token.
 */
export function requestGuard({ host, token }: GuardOptions): (message: IncomingMessage) => Refusal | null {
  const names = isLoopback(host) ? new Set([...LOOPBACK, host, `[${host}]`]) : null;
  const wanted = token === null ? null : hashOf(token);
  return ({ headers, url = '/' }) => {
    const given = headers.host ?? '';
    if (names !== null && !names.has(hostname(given))) {
      return { status: 403, detail: 'This server answers to localhost alone.' };
    }
    if (headers.origin !== undefined && !isSameOrigin(headers.origin, given)) {
      return { status: 403, detail: 'This server answers no web page of another origin.' };
    }
    // Whoever starts a server polls this to see that it is up, without a token, and learns no more.
    if (wanted === null || url === '/health') return null;
    const key = headers['x-api-key'];
    const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    const sent = bearer ?? (typeof key === 'string' ? key : '');
    return timingSafeEqual(hashOf(sent), wanted)
      ? null
      : { status: 401, detail: 'A bearer token is needed.' };
  };
}

function hostname(authority: string): string {
  return authority.toLowerCase().replace(/:\d*$/, '');
}

function isSameOrigin(origin: string, authority: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === authority.toLowerCase();
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
