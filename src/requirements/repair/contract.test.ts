import { expect, it } from 'vitest';
import { createRequirement } from '../requirement.js';
import { passWith } from '../verdict.js';
import { appendToUser, withContract } from './contract.js';

const requirement = (description: string, options: object = {}) =>
  createRequirement({ name: 'R', description, validate: () => passWith('yes'), ...options });
const user = { role: 'user', content: 'Do it.' } as const;
const system = { role: 'system', content: 'Be brief.' } as const;

it('tells the model what must and what should hold, at the end of its task', () => {
  const all = [
    requirement('A holds.'),
    requirement('B holds.', { severity: 'should' }),
    requirement('C holds.'),
  ];
  expect(withContract([system, user], all)).toEqual([
    system,
    {
      role: 'user',
      content:
        'Do it.\n\nThe answer is checked by a program. It must meet all of these:\n- A holds.\n- C holds.\nIt should also meet these:\n- B holds.',
    },
  ]);
  expect(withContract([user], [requirement('B.', { severity: 'should' })])[0]?.content).toBe(
    'Do it.\n\nIt should also meet these:\n- B.',
  );
});

it('tells nothing of what is only checked, or has no words', () => {
  const task = [user];
  expect(withContract(task, [])).toBe(task);
  expect(withContract(task, [requirement('A.', { checkOnly: true })])).toBe(task);
});

it('adds a message where the last is not the user’s', () => {
  expect(appendToUser([user, system], 'More.')).toEqual([user, system, { role: 'user', content: 'More.' }]);
  expect(appendToUser([], 'More.')).toEqual([{ role: 'user', content: 'More.' }]);
});
