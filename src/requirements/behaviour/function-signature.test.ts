import { describe, expect, it } from 'vitest';
import { checkPython } from '../pipeline/check-reply.js';
import type { RequirementResult } from '../verdict.js';
import { FunctionSignature } from './function-signature.js';
import { FORGED_METHODS, FORGED_SIGNATURES, RIGHT_SIGNATURES } from './signatures.fixture.js';

const parameters = ['width', 'height'];
const area = FunctionSignature({ functionName: 'area', parameters });
const method = FunctionSignature({ functionName: 'Shape.area', parameters: ['self', ...parameters] });

async function judge(code: string, requirement = area): Promise<Partial<RequirementResult>> {
  const { results } = await checkPython(code, [requirement]);
  return results[0] ?? {};
}

describe('FunctionSignature', () => {
  it.each(Object.entries(FORGED_SIGNATURES))('is not satisfied by a function %s', async (_name, code) => {
    expect((await judge(code)).verdict).toMatch(/^(?:fail|not_checked)$/);
  });

  it.each(Object.entries(FORGED_METHODS))('is not satisfied by a method %s', async (_name, code) => {
    expect((await judge(code, method)).verdict).toMatch(/^(?:fail|not_checked)$/);
  });

  it.each(Object.entries(RIGHT_SIGNATURES))('accepts a function %s', async (_name, code) => {
    expect(await judge(code)).toMatchObject({ verdict: 'pass' });
  });

  it('reads decorators that are made of each other once', async () => {
    const decorator = (at: number): string =>
      `def d${at}(g):\n${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `    @d${(at + 1) % 8}\n    def w${n}(*a, **k): pass\n    if g: return w${n}\n`).join('')}`;
    const code = `${[0, 1, 2, 3, 4, 5, 6, 7].map(decorator).join('')}@d0\ndef area(width, height): pass\n`;
    expect((await judge(code)).verdict).toBe('not_checked');
  });

  it.each([
    'class Base:\n    def area(self, width, height): pass\nclass Shape(Base):\n    pass\n',
    'import abc\nclass Shape(metaclass=abc.ABCMeta):\n    @abc.abstractmethod\n    def area(self, width, height): pass\n',
    'from dataclasses import dataclass\n@dataclass\nclass Shape:\n    name: str\n    def area(self, width, height): pass\n',
    'class Shape:\n    @staticmethod\n    def area(self, width, height): pass\n',
  ])('accepts the method in %j', async (code) => {
    expect(await judge(code, method)).toMatchObject({ verdict: 'pass' });
  });

  it('says what may change the function, where, and what to write', async () => {
    const { cause, reason } = await judge('def area(width, height): pass\n\nglobals()["area"] = 5\n');
    expect(cause).toBe('limit');
    expect(reason).toBe(
      'Not known: globals may change area (line 3). Define def area(width, height) once, at the top level, and leave it as it is.',
    );
  });
});
