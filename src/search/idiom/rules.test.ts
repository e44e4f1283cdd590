import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, RandomStream } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import type { ValueType } from '../language/value-type.js';
import {
  cpythonRunner,
  openSearchSandbox,
  type PythonRunner,
  sandboxRunner,
} from '../python-runner.fixture.js';
import { applyRule, compileRule, type Role } from './pattern.js';
import { printTerm } from './print-term.js';
import { rewriteRules } from './rules.js';
import { parseTerm } from './term.js';

const withPython = await needs('python3');

const withSandbox = await needs('sandbox');

/** Inputs that each rule is tried with. */
const CASES = 40;
/** Ways that its sizes are filled in. */
const FILLINGS = 12;

const random = new RandomStream(1, 'rewrite rules');
const list = <T>(most: number, make: () => T): T[] => Array.from({ length: random.integer(0, most) }, make);
const integer = (): number => random.integer(-9, 9);
const number = (): number => (random.chance(0.4) ? random.integer(-40, 40) / 4 : integer());
const text = (): string => list(5, () => random.pick(['a', 'b', 'Z', ' ', '-', '😀'])).join('');

/** What names of a role may be, with the type that is known of them. */
const VALUES: Readonly<Record<Role, readonly (readonly [ValueType, () => Json])[]>> = {
  any: [
    ['integer', integer],
    ['text', text],
  ],
  sequence: [
    ['text', text],
    ['integers', () => list(6, integer)],
    ['texts', () => list(5, text)],
  ],
  listed: [
    ['integers', () => list(6, integer)],
    ['texts', () => list(5, text)],
  ],
  flat: [
    ['text', text],
    ['integers', () => list(6, integer)],
  ],
  numbers: [
    ['integers', () => list(6, integer)],
    ['numbers', () => list(5, number)],
  ],
  text: [['text', text]],
  number: [
    ['integer', integer],
    ['number', number],
  ],
  integer: [['integer', integer]],
  boolean: [['boolean', () => random.chance(0.5)]],
  simple: [['integer', integer]],
  name: [
    ['integer', integer],
    ['integers', () => list(4, integer)],
  ],
  size: [],
  variable: [],
  body: [],
};

interface Tried {
  readonly before: string;
  readonly after: string;
  readonly mayDifferInErrors: boolean;
  readonly cases: readonly Readonly<Record<string, Json>>[];
}

/** A rule with sizes and types filled in, where it fits, and inputs for it. */
function fillings(rule: (typeof rewriteRules)[number]): Tried[] {
  const tried = new Map<string, Tried>();
  const compiled = compileRule(rule);
  for (let filling = 0; filling < FILLINGS; filling++) {
    let before = rule.from;
    const types = new Map<string, ValueType>();
    const makers: [string, () => Json][] = [];
    for (const [name, role] of Object.entries(rule.where)) {
      const choices = VALUES[role];
      if (role === 'size')
        before = before.replace(new RegExp(`\\b${name}\\b`, 'g'), String(random.integer(0, 4)));
      const choice = choices[filling % Math.max(1, choices.length)];
      if (choice === undefined) continue;
      types.set(name, choice[0]);
      makers.push([name, choice[1]]);
    }
    const one = parseTerm(before);
    const after = one === null ? null : applyRule(compiled, one, { names: types, terms: new Map() });
    if (after === null) continue;
    const cases = Array.from({ length: CASES }, () =>
      Object.fromEntries(makers.map(([name, make]) => [name, make()])),
    );
    const key = `${before} ${[...types.values()].join()}`;
    tried.set(key, {
      before,
      after: printTerm(after),
      mayDifferInErrors: rule.mayDifferInErrors ?? false,
      cases,
    });
  }
  return [...tried.values()];
}

const all = rewriteRules.map((rule) => ({ rule, tried: fillings(rule) }));

/** What both sides of every filling answer: `[value]`, or `[]` where they raise. */
async function answers(run: PythonRunner): Promise<Json[]> {
  const flat = all.flatMap(({ tried }) => tried);
  const functions = flat.flatMap(({ before, after, cases }, index) => {
    const names = Object.keys(cases[0] ?? {}).join(', ');
    return [
      `def before_${index}(${names}):`,
      `    return ${before}`,
      `def after_${index}(${names}):`,
      `    return ${after}`,
    ];
  });
  const code = `${functions.join('\n')}
def answer(function, inputs):
    try:
        return [function(**inputs)]
    except Exception:
        return []
[[[answer(before, one), answer(after, one)] for one in some] for before, after, some in zip([${flat.map((_one, index) => `before_${index}`).join(', ')}], [${flat.map((_one, index) => `after_${index}`).join(', ')}], cases)]`;
  return (await run(code, { cases: flat.map(({ cases }) => cases) })) as Json[];
}

function differences(results: Json[]): unknown[] {
  return all
    .flatMap(({ tried }) => tried)
    .flatMap(({ before, after, mayDifferInErrors, cases }, index) => {
      const pairs = results[index] as [Json[], Json[]][];
      const wrong = pairs.findIndex(
        ([left, right]) =>
          JSON.stringify(left) !== JSON.stringify(right) &&
          !(mayDifferInErrors && (left.length === 0 || right.length === 0)),
      );
      return wrong < 0 ? [] : [{ before, after, inputs: cases[wrong], answers: pairs[wrong] }];
    });
}

describe('rules of good Python', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSearchSandbox();
  });
  afterAll(() => sandbox.close());

  it('all fit something', () => {
    expect(all.filter(({ tried }) => tried.length === 0).map(({ rule }) => rule.from)).toEqual([]);
  });

  withSandbox.it('keep the value in a sandbox', async () => {
    expect(differences(await answers(sandboxRunner(sandbox)))).toEqual([]);
  });

  withPython.it('keep the value in CPython', async () => {
    expect(differences(await answers(cpythonRunner))).toEqual([]);
  });
});
