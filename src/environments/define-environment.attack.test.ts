import { expect, it } from 'vitest';
import { defineEnvironment } from './define-environment.js';
import type { Environment } from './environment.js';

const tool = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { at: { type: 'string' } } },
};

function define(volatile: Environment['volatile'], tools = [tool]): Environment {
  return defineEnvironment({
    name: 'looking',
    version: 1,
    tools,
    identity: {},
    ...(volatile === undefined ? {} : { volatile }),
    begin: async () => ({
      run: async () => ({ status: 'ok', content: '', data: null, error: null }),
      state: () => new Map(),
      close: async () => undefined,
    }),
  });
}

it.each([
  '*',
  '',
  'status',
  'error',
  'error/type',
  'error/*',
  '*/message',
  'stat*',
  'content/x',
  'data\u0000',
])('lets no declaration of %j hide whether a call succeeded', (path) => {
  expect(() => define({ look: ['content', path] })).toThrow(
    `${JSON.stringify(path)} of look can't be volatile`,
  );
});

it.each(['content', 'data', 'error/message', 'data/*', 'data/a/*/b'])(
  'leaves %s out where it is declared',
  (path) => {
    expect(define({ look: [path] }).volatile).toEqual({ look: [path] });
  },
);

it('keeps its tools as they were defined, whoever writes into them', async () => {
  const given = structuredClone([tool]);
  const environment = define(undefined, given);
  given[0] = { ...tool, name: 'other' };
  const [offered] = environment.tools as (typeof tool)[];
  for (const write of [
    () => Object.assign(environment.tools, { 0: { ...tool, name: 'other' } }),
    () => Object.assign(offered as object, { name: 'other' }),
    () => Object.assign(offered?.parameters.properties as object, { at: { type: 'number' } }),
  ]) {
    expect(write).toThrow(TypeError);
  }
  await using world = await environment.open({ seed: 0 });
  expect((await world.call('look', { at: 'x' })).observation.status).toBe('ok');
  expect((await world.call('look', { at: 1 })).observation.error?.type).toBe('invalid_arguments');
});
