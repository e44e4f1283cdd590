import { expect, it } from 'vitest';
import { checkRestOptions, type RestEnvironmentOptions } from './rest-options.js';
import { shopSpec } from './shop-spec.js';

it.each<[string, object, string]>([
  ['a mock and a server', { mock: true, baseUrl: 'http://localhost' }, 'not both'],
  ['a reset of a mock', { mock: true, reset: { tool: 'wipe' } }, 'reset is for a real server'],
  ['facts read from a mock', { mock: true, readState: [] }, 'readState is for a real server'],
  ['a timeout of a mock', { mock: true, timeoutSeconds: 1 }, 'timeoutSeconds is for a real server'],
  [
    'a reset of servers that are opened',
    { openServer: async () => null, reset: { tool: 'wipe' } },
    'reset is for a server',
  ],
  ['no time', { timeoutSeconds: 0 }, 'timeoutSeconds'],
  ['an option with another name', { timeout: 1 }, 'timeout'],
])('refuses %s', (_, options, words) => {
  const check = () => checkRestOptions({ spec: shopSpec, ...options } as RestEnvironmentOptions);
  expect(check).toThrow(words);
  expect(check).toThrow(expect.objectContaining({ code: 'environments/invalid_rest_option' }));
});

it('takes what goes together', () => {
  expect(() => checkRestOptions({ spec: shopSpec, mock: true, maxChars: 100 })).not.toThrow();
  expect(() =>
    checkRestOptions({ spec: shopSpec, baseUrl: 'http://localhost', timeoutSeconds: 1 }),
  ).not.toThrow();
});
