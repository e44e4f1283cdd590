import { describe, expect, it } from 'vitest';
import { AllOf } from './combinators/all-of.js';
import { AnyOf } from './combinators/any-of.js';
import { Weighted } from './combinators/weighted.js';
import { checkPython, checkReply } from './pipeline/check-reply.js';
import { createChecker } from './pipeline/checker.js';
import { PythonSyntaxValid } from './python/python-syntax-valid.js';

const requirements = [PythonSyntaxValid()];

describe('options that do not exist', () => {
  it.each([
    ['createChecker', () => createChecker({ requirements, remembredReplies: 1 } as never)],
    ['checkReply', () => checkReply('x', requirements, { foo: 1 } as never)],
    ['checkPython', () => checkPython('x', requirements, { requirements } as never)],
    ['check', () => createChecker({ requirements }).check('x', { singal: null } as never)],
    ['checkCode', () => createChecker({ requirements }).checkCode('x', { files: {} } as never)],
  ])('are refused by %s', async (owner, call) => {
    await expect((async () => call())()).rejects.toMatchObject({
      code: 'core/invalid_option',
      message: expect.stringContaining(`${owner} has no option `),
    });
  });

  it('no options at all are refused as well', () => {
    expect(() => createChecker(null as never)).toThrowError(
      expect.objectContaining({ code: 'core/invalid_option' }),
    );
  });

  it('those there are pass', async () => {
    const options = { messages: [], maxSandboxes: 1, rememberedReplies: 2, files: {} };
    expect((await checkPython('x = 1', requirements, options)).ok).toBe(true);
  });
});

describe('what is not a list of requirements', () => {
  it.each([
    ['nothing', undefined, 'needs requirements: a list of requirements, got undefined'],
    ['one requirement', PythonSyntaxValid(), 'got object'],
    ['the function that makes one', [PythonSyntaxValid], 'requirements[0], but a function: call it'],
    ['a name', [...requirements, 'python_syntax_valid'], 'requirements[1], but python_syntax_valid'],
  ])('%s', async (_, list, message) => {
    await expect(checkReply('x', list as never)).rejects.toMatchObject({
      code: 'requirements/invalid_requirements',
      message: expect.stringContaining(message),
    });
  });
});

it.each<[string, () => unknown]>([
  ['createChecker', () => createChecker({ requirements: [] })],
  ['checkReply', () => checkReply('x', [])],
  ['checkPython', () => checkPython('x', [])],
  ['AllOf', () => AllOf([])],
  ['AnyOf', () => AnyOf([])],
  ['Weighted', () => Weighted([], { threshold: 1 })],
])('a list of no requirements is refused by %s', async (owner, call) => {
  await expect((async () => call())()).rejects.toMatchObject({
    code: 'requirements/none',
    message: expect.stringContaining(`${owner} needs at least one requirement`),
  });
});

it('a part that is no requirement is named', () => {
  expect(() => AllOf([PythonSyntaxValid as never])).toThrow(
    'AllOf got no requirement in parts[0], but a function',
  );
});
