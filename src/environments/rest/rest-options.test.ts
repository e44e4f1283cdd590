import { expect, it } from 'vitest';
import { checkRestOptions, type RestEnvironmentOptions } from './rest-options.js';
import { shopSpec } from './shop-spec.js';

it.each<[string, object, string]>([
  ['a mock and a server', { mock: true, baseUrl: 'http://localhost' }, 'not both'],
  ['a reset of a mock', { mock: true, reset: { tool: 'wipe' } }, 'reset is for a real server'],
  ['facts read from a mock', { mock: true, readState: {} }, 'readState is for a real server'],
  ['a timeout of a mock', { mock: true, timeoutSeconds: 1 }, 'timeoutSeconds is for a real server'],
  [
    'a reset of servers that are opened',
    { openServer: async () => null, reset: { tool: 'wipe' } },
    'reset is for a server',
  ],
  [
    'a server that is opened, and one that is there',
    { openServer: async () => null, baseUrl: 'http://a' },
    'Give one of baseUrl and openServer, not both.',
  ],
  ['bytes of a mock', { mock: true, maxBytes: 1 }, 'maxBytes is for a real server; mock needs none.'],
  ['no time', { timeoutSeconds: 0 }, 'timeoutSeconds must be a number above 0; got 0.'],
  [
    'time without end',
    { timeoutSeconds: Infinity },
    'timeoutSeconds must be a number above 0; got Infinity.',
  ],
  ['no bytes', { maxBytes: 0 }, 'maxBytes must be a whole number from 1; got 0.'],
  ['parts of bytes', { maxBytes: 1.5 }, 'maxBytes must be a whole number from 1; got 1.5.'],
  ['no characters', { maxChars: 0 }, 'maxChars must be a whole number from 1; got 0.'],
  ['characters below zero', { maxChars: -1 }, 'maxChars'],
  ['an option with another name', { timeout: 1 }, 'timeout'],
])('refuses %s', (_, options, words) => {
  const check = () => checkRestOptions({ spec: shopSpec, ...options } as RestEnvironmentOptions);
  expect(check).toThrow(words);
  expect(check).toThrow(expect.objectContaining({ code: 'core/invalid_option' }));
});

it.each([
  'name',
  'spec',
  'baseUrl',
  'headers',
  'query',
  'methods',
  'reset',
  'readState',
  'timeoutSeconds',
  'maxBytes',
  'maxChars',
  'openServer',
  'mock',
])('knows the option %s', (name) => {
  const options = { spec: shopSpec, [name]: undefined } as RestEnvironmentOptions;
  expect(() => checkRestOptions(name === 'spec' ? { spec: shopSpec } : options)).not.toThrow();
});

it('takes what goes together', () => {
  expect(() => checkRestOptions({ spec: shopSpec, mock: true, maxChars: 100 })).not.toThrow();
  expect(() =>
    checkRestOptions({ spec: shopSpec, baseUrl: 'http://localhost', timeoutSeconds: 0.5, maxBytes: 1 }),
  ).not.toThrow();
});
