import { expect } from 'vitest';
import { createSandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { tool } from '../tools/index.js';
import { toolFunctions } from './tool-functions.js';

const { it } = await needs('sandbox');

const save = tool({
  name: 'save',
  description: 'Saves a record.',
  parameters: {
    type: 'object',
    properties: { record: { type: 'object' }, city: { type: 'string' } },
    required: ['record'],
    additionalProperties: false,
  },
  execute: (args) => args,
});

it.each([
  ['a dict by position, named like a parameter', 'save({"city": "Oslo"})', { record: { city: 'Oslo' } }],
  ['a dict by name', 'save(record={"city": "Oslo"})', { record: { city: 'Oslo' } }],
  ['both', 'save({"record": 1}, city="Oslo")', { record: { record: 1 }, city: 'Oslo' }],
])('gives tools %s', async (_name, code, args) => {
  await using sandbox = await createSandbox({ functions: toolFunctions([save], {}) });
  expect((await sandbox.run(code)).value).toEqual(args);
});

it.each([
  ['a name that no parameter has', 'save({}, town="Oslo")', 'town'],
  ['an argument twice', 'save({}, record={})', 'save got multiple values for record'],
])('raises a TypeError for %s', async (_name, call, told) => {
  await using sandbox = await createSandbox({ functions: toolFunctions([save], {}) });
  const code = `try:\n    ${call}\nexcept TypeError as error:\n    told = str(error)\ntold`;
  expect((await sandbox.run(code)).value).toContain(told);
});
