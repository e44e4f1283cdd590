import { expect, it } from 'vitest';
import type { World } from '../environment.js';
import { closeAll, openTogether } from './together.js';

/** Something to close, which notes that it was, and may fail to. */
const part = (name: string, closed: string[], error?: Error) => ({
  close: async () => {
    closed.push(name);
    if (error !== undefined) throw error;
  },
});

it('closes all, and then tells what went wrong first', async () => {
  const closed: string[] = [];
  await closeAll([part('a', closed), part('b', closed)]);
  const failing = [
    part('c', closed, new Error('c stays')),
    part('d', closed),
    part('e', closed, new Error('e')),
  ];
  await expect(closeAll(failing)).rejects.toThrow('c stays');
  expect(closed).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('opens all worlds or none', async () => {
  const closed: string[] = [];
  const worlds = ['a', 'b'].map((name) => part(name, closed) as unknown as World);
  const open = worlds.map((world) => async () => world);
  expect(await openTogether(open)).toEqual(worlds);
  expect(closed).toEqual([]);
  const broken = () => Promise.reject(new Error('it does not open'));
  await expect(openTogether([...open, broken])).rejects.toThrow('it does not open');
  expect(closed).toEqual(['a', 'b']);
  const stuck = async () => part('c', closed, new Error('it does not close')) as unknown as World;
  await expect(openTogether([stuck, broken])).rejects.toThrow('it does not open');
});
