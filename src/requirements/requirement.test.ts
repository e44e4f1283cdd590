import { describe, expect, it } from 'vitest';
import { commonOptions, createRequirement, type RequirementDefinition } from './requirement.js';
import { passWith } from './verdict.js';

const given: RequirementDefinition = {
  name: 'Short',
  description: 'It is short.',
  validate: () => passWith('yes'),
};
const make = (more: object = {}) => createRequirement({ ...given, ...more });

describe('a requirement', () => {
  it('has every field set', () => {
    expect(make()).toEqual({
      key: 'Short',
      name: 'Short',
      description: 'It is short.',
      checkOnly: false,
      how: 'It is short.',
      names: [],
      engine: 'none',
      dependencies: [],
      follows: [],
      notLimitedBy: [],
      severity: 'must',
      weight: 1,
      timeoutSeconds: null,
      memoise: false,
      validate: given.validate,
      valueIn: expect.any(Function),
      recipe: null,
      watch: null,
    });
    const own = {
      key: 'k',
      checkOnly: true,
      how: 'h',
      engine: 'monty',
      dependencies: ['a'],
      follows: ['b'],
      notLimitedBy: ['c'],
      severity: 'should',
      weight: 0.5,
      timeoutSeconds: 3,
      memoise: true,
      watch: () => ({ push: () => null }),
    };
    expect(make(own)).toMatchObject(own);
  });

  it('cannot be changed, nor by its lists', () => {
    const follows = ['a'];
    const made = make({ follows });
    follows.push('b');
    expect(made.follows).toEqual(['a']);
    expect([made, made.follows, made.dependencies, made.notLimitedBy].every(Object.isFrozen)).toBe(true);
  });

  it('finds its value in a report, where it passed', () => {
    const results = (verdict: string, value?: unknown) =>
      ({
        results: [
          { key: 'other', verdict: 'pass', value: 1 },
          { key: 'Short', verdict, value },
        ],
      }) as never;
    expect(make().valueIn(results('pass', 7))).toBe(7);
    expect(make().valueIn(results('fail', 7))).toBeNull();
    expect(make().valueIn(results('pass'))).toBeNull();
    expect(make().valueIn({ results: [] })).toBeNull();
  });

  it.each<[object, string, string]>([
    [{ name: ' ' }, 'core/invalid_option', 'name must be a text with words in it; got " "'],
    [{ key: '' }, 'core/invalid_option', 'key must be a text with words in it; got ""'],
    [{ validate: 7 }, 'core/invalid_option', 'validate must be a function; got 7.'],
    [{ severity: 'may' }, 'core/invalid_option', 'severity must be one of must, should; got "may".'],
    [{ weight: 0 }, 'core/invalid_option', 'weight must be a number above 0; got 0'],
    [{ timeoutSeconds: 0 }, 'core/invalid_option', 'timeoutSeconds must be a number above 0; got 0'],
    [{ engine: 'jython' }, 'core/invalid_option', 'jython'],
  ])('is refused with %j', (more, code, message) => {
    expect(() => make(more)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  it('takes over the common options that were given', () => {
    expect(commonOptions({})).toEqual({});
    const all = { key: 'k', severity: 'should', weight: 2, checkOnly: false } as const;
    expect(commonOptions({ ...all, functionName: 'f' } as typeof all)).toEqual(all);
  });
});
