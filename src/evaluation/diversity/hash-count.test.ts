import { expect, it } from 'vitest';
import { HashCount } from './hash-count.js';

it('counts each text once, however many there are', () => {
  const counted = new HashCount();
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 5000; number++) counted.add(`text ${number % 3000}`);
  }
  expect(counted.size).toBe(3000);
  counted.add('');
  counted.add('');
  expect(counted.size).toBe(3001);
});
