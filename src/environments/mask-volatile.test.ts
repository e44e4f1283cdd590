import { expect, it } from 'vitest';
import type { Observation } from '../records/index.js';
import { maskVolatile } from './mask-volatile.js';

const observation: Observation = {
  status: 'ok',
  content: 'at 12:00: 2 items',
  data: {
    time: 12,
    items: [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ],
    __proto__x: 1,
  },
  error: null,
};

it('leaves an observation alone where nothing is volatile', () => {
  expect(maskVolatile(observation, [])).toEqual(observation);
});

it('masks values by their paths, and content only where it is named', () => {
  expect(maskVolatile(observation, ['data/time', 'data/items/*/id', 'content'])).toEqual({
    status: 'ok',
    content: null,
    data: {
      time: null,
      items: [
        { id: null, name: 'a' },
        { id: null, name: 'b' },
      ],
      __proto__x: 1,
    },
    error: null,
  });
  expect(maskVolatile(observation, ['data/items/1']).data).toMatchObject({
    items: [{ id: 1, name: 'a' }, null],
  });
  expect(maskVolatile(observation, ['data'])).toMatchObject({ data: null, status: 'ok' });
});

it('adds nothing where a path leads nowhere', () => {
  expect(maskVolatile(observation, ['data/none/id', 'error/message', 'data/time/x']).data).toEqual(
    observation.data,
  );
});
