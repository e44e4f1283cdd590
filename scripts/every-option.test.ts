import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { MettleError } from '../src/core/index.js';
import { optionTakers } from './option-takers.mjs';

/**
 * Calls everything public that takes options with one that does not exist. What there is comes from the type
 * declarations, so that a new function is tested without being listed here.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Modules whose functions check their options. */
const MODULES = ['requirements'];

/** Parameters that hold a user's record and not options, with the reason. */
const RECORDS: Readonly<Record<string, string>> = {
  'requirements.checkReply(reply)': "a model's answer, as providers write it, with fields of their own",
};

const takers = optionTakers(root).filter(({ name }) => MODULES.includes(name.split('.')[0] ?? ''));
const nameOf = ({ name, parameter }: { readonly name: string; readonly parameter: string }) =>
  `${name}(${parameter})`;
const byName = new Map<string, typeof takers>();
for (const taker of takers) byName.set(nameOf(taker), [...(byName.get(nameOf(taker)) ?? []), taker]);

describe('an option that does not exist', () => {
  it.each([...byName].filter(([name]) => !Object.hasOwn(RECORDS, name)))(
    'is refused by %s',
    async (_, overloads) => {
      const [{ name, place }] = overloads as [(typeof takers)[number]];
      const error = await errorOf(name, place);
      expect(error).toMatchObject({ code: 'core/invalid_option', details: { option: 'bogus' } });
      const declared = new Set(overloads.flatMap(({ names }) => names));
      expect([...((error as MettleError).details.known as string[])].sort()).toEqual([...declared].sort());
    },
  );

  it('has no exception for what is not there', () => {
    expect(Object.keys(RECORDS).filter((name) => !byName.has(name))).toEqual([]);
  });
});

/** What a call throws whose options are `{ bogus: 1 }`, and whose other arguments are left out. */
async function errorOf(name: string, place: number): Promise<unknown> {
  const [module, ...path] = name.split(/[.#]/);
  let owner: unknown;
  let value: unknown = await import(/* @vite-ignore */ join(root, 'src', module ?? '', 'index.ts'));
  for (const part of path) {
    owner = value;
    const members = value as Readonly<Record<string, unknown>> & {
      readonly prototype?: Readonly<Record<string, unknown>>;
    };
    value = name.includes(`#${part}`) ? members.prototype?.[part] : members[part];
  }
  const call = value as { (...given: unknown[]): unknown; new (...given: unknown[]): unknown };
  const given = [...Array.from({ length: place }, () => undefined), { bogus: 1 }];
  try {
    const isClass = /^class\b/.test(Function.prototype.toString.call(call));
    return await (isClass ? new call(...given) : Reflect.apply(call, owner, given));
  } catch (error) {
    return error;
  }
}
