import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import { checkState, type PlainStateCheck } from './check-state.js';

const initial = new Map<string, Json>([
  ['fruit/fig', { name: 'fig', cents: 80 }],
  ['fruit/pear', { name: 'pear', cents: 45 }],
  ['files/readme.md', { text: 'Fruit and prices' }],
  ['files/logo.png', { bytes: 'ab', size: 2 }],
  ['page/url', 'http://local/'],
]);

function changed(changes: Readonly<Record<string, Json | undefined>>): Map<string, Json> {
  const state = new Map(initial);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) state.delete(name);
    else state.set(name, value);
  }
  return state;
}

describe('checkState', () => {
  it.each<[PlainStateCheck, string | null]>([
    [{ kind: 'fact', name: 'fruit/fig', value: { cents: 80, name: 'fig' } }, null],
    [{ kind: 'fact', name: 'fruit/fig', value: { cents: 80.0, name: 'fig' } }, null],
    [{ kind: 'fact', name: 'fruit/fig', value: { name: 'fig' } }, 'fruit/fig is {"cents":80,"name":"fig"}'],
    [{ kind: 'fact', name: 'fruit/kiwi', value: null }, 'fruit/kiwi is missing'],
    [{ kind: 'has', name: 'fruit/fig', members: { cents: 80 } }, null],
    [{ kind: 'has', name: 'fruit/fig', members: { cents: 81 } }, 'fruit/fig has cents 80'],
    [{ kind: 'has', name: 'fruit/fig', members: { toString: null } }, 'fruit/fig has no toString'],
    [{ kind: 'has', name: 'page/url', members: {} }, 'page/url is not an object'],
    [{ kind: 'has', name: 'fruit/kiwi', members: {} }, 'fruit/kiwi is missing'],
    [{ kind: 'absent', name: 'fruit/kiwi' }, null],
    [{ kind: 'absent', name: 'fruit/fig' }, 'fruit/fig is still there'],
    [{ kind: 'count', prefix: 'fruit/', value: 2 }, null],
    [{ kind: 'count', prefix: 'fruit/', value: 3 }, 'fruit/ has 2 facts instead of 3'],
    [{ kind: 'contains', name: 'files/readme.md', text: 'prices' }, null],
    [{ kind: 'contains', name: 'page/url', text: 'local' }, null],
    [
      { kind: 'contains', name: 'files/readme.md', text: 'Prices' },
      'files/readme.md does not contain "Prices"',
    ],
    [{ kind: 'contains', name: 'files/logo.png', text: 'ab' }, 'files/logo.png is not text'],
    [{ kind: 'contains', name: 'files/none', text: '' }, 'files/none is not text'],
    [{ kind: 'unchanged', except: [] }, null],
  ])('%j', (check, why) => {
    expect(checkState(check, initial, initial)).toBe(why);
  });

  it.each<[Readonly<Record<string, Json | undefined>>, readonly string[], string | null]>([
    [{ 'fruit/fig': { name: 'fig', cents: 80 } }, [], null],
    [{ 'fruit/fig': 1 }, [], 'fruit/fig was changed to 1'],
    [{ 'fruit/fig': undefined }, [], 'fruit/fig is gone'],
    [{ 'fruit/kiwi': null }, [], 'fruit/kiwi was added'],
    [{ 'fruit/fig': 1, 'fruit/kiwi': 1 }, ['fruit/fig'], 'fruit/kiwi was added'],
    [{ 'fruit/fig': 1, 'fruit/kiwi': 1, 'fruit/pear': undefined }, ['fruit/'], null],
    [{ 'fruit/fig': 1, 'fruit/figs': 1 }, ['fruit/fig*'], null],
    [{ 'fruit/figs': 1 }, ['fruit/fig'], 'fruit/figs was added'],
    [{ fruit: 1 }, ['fruit/'], 'fruit was added'],
    [{ 'page/url': 'x' }, ['*'], null],
  ])('unchanged after %j except %j', (changes, except, why) => {
    expect(checkState({ kind: 'unchanged', except }, initial, changed(changes))).toBe(why);
  });

  it('finds every change to any fact that is not named', () => {
    const all = ['a/1', 'a/2', 'b/1', 'b', 'c/x/y'] as const;
    const names = fc.constantFrom(...all);
    const state = fc.dictionary(names, fc.integer({ min: 0, max: 2 }), { maxKeys: 5 });
    fc.assert(
      fc.property(state, state, fc.uniqueArray(names), (before, after, except) => {
        const isBroken = all.some((name) => !except.includes(name) && before[name] !== after[name]);
        const why = checkState(
          { kind: 'unchanged', except },
          new Map(Object.entries(before)),
          new Map(Object.entries(after)),
        );
        expect(why !== null).toBe(isBroken);
      }),
    );
  });

  it('never holds for a kind that it does not know', () => {
    const check = { kind: 'sure' } as unknown as PlainStateCheck;
    expect(checkState(check, initial, initial)).toBe('there is no check {"kind":"sure"}');
  });
});
