import { expect, it } from 'vitest';
import { guardedLookup } from './guarded-lookup.js';

/** What a host leads to: addresses have themselves looked up as names do. */
const lookUp = (host: string): Promise<string> =>
  new Promise((resolve) => {
    guardedLookup(host, {}, (error, address) => resolve(error === null ? String(address) : error.message));
  });

it.each(['127.0.0.1', '127.8.8.8', '0.0.0.0', '169.254.169.254', '::1', '::', 'fe80::1', '::ffff:127.0.0.1'])(
  'refuses a name that leads to %s',
  async (address) => {
    expect(await lookUp(address)).toBe(`${address} leads to ${address}`);
  },
);

it('lets other addresses through, and localhost under its own name', async () => {
  expect(await lookUp('203.0.113.5')).toBe('203.0.113.5');
  expect(await lookUp('2001:db8::1')).toBe('2001:db8::1');
  expect(await lookUp('localhost')).toMatch(/^(127\.0\.0\.1|::1)$/);
});
