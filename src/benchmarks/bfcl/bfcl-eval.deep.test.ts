import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect } from 'vitest';
import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../core/index.js';
import { packageFolders, python3 } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import type { BfclCase } from '../cases/benchmark-case.js';
import type { PredictedCall } from '../cases/expected-call.js';
import { acceptedCalls, marked, type WrittenCall, written } from './bfcl.fixture.js';
import { readBfcl } from './read-bfcl.js';
import { scoreBfcl } from './score-bfcl.js';

const real = packageFolders(['bfcl_eval']);
const SHARED = fileURLToPath(new URL('../../../../shared/data/bfcl', import.meta.url));
const data =
  real.missing === null
    ? join(real.folders[0] ?? '', 'bfcl_eval', 'data')
    : existsSync(SHARED)
      ? SHARED
      : null;
/**
 * No call passes these, in bfcl-eval as here. The first accepts only calls with an argument that the function hasn't; the
 * others require one for which no value is accepted.
 */
const UNPASSABLE = [
  'live_multiple_862-181-3:',
  'live_multiple_964-207-0:',
  'live_simple_106-63-0:',
  'live_simple_112-68-0:',
];

const withData = unless(
  data === null ? "there are no files of BFCL: set METTLE_TEST_PACKAGES to bfcl-eval's folder" : null,
);
const withPackage = unless(real.missing);

let cases: readonly BfclCase[] = [];
beforeAll(async () => {
  if (data === null) return;
  cases = (await readBfcl(data)).filter(
    ({ rule, language }) => language === undefined && (rule === 'simple' || rule === 'parallel'),
  );
});

const predicted = ({ tool, text }: WrittenCall): PredictedCall => ({
  tool,
  arguments: JSON.parse(text) as JsonObject,
  argumentsText: text,
});
const unwritten = (call: PredictedCall): PredictedCall => ({ tool: call.tool, arguments: call.arguments });

/** Ways to make right calls wrong; null where a case has nothing that the way could change. */
const MUTATIONS: Readonly<
  Record<string, (calls: readonly WrittenCall[], item: BfclCase) => readonly WrittenCall[] | null>
> = {
  'no call': () => [],
  'a call twice': (calls) => [...calls, calls[0] as WrittenCall],
  'a call missing': (calls) => (calls.length > 1 ? calls.slice(1) : null),
  'another name': ([first, ...rest]) => [
    { ...(first as WrittenCall), tool: `${first?.tool}_other` },
    ...rest,
  ],
  'a name in capitals': ([first, ...rest]) => {
    const tool = first?.tool.toUpperCase() ?? '';
    return tool === first?.tool ? null : [{ ...(first as WrittenCall), tool }, ...rest];
  },
  'no arguments': (calls, item) =>
    onFirst(calls, (given, tool) =>
      Object.keys(given).every((name) => acceptedIn(item, tool, name).includes('')) ? null : {},
    ),
  'an argument more': (calls) => onFirst(calls, (given) => ({ ...given, not_an_argument: 1 })),
  'an argument renamed': (calls) =>
    onFirst(calls, (given) => {
      const [entry, ...rest] = Object.entries(given);
      return entry === undefined ? null : Object.fromEntries([[`${entry[0]}_x`, entry[1]], ...rest]);
    }),
  'a required argument missing': (calls, item) =>
    onFirst(calls, (given, tool) => without(given, requiredOf(item, tool)[0])),
  'another text': (calls) => onValue(calls, 'text', () => 'zzz something else entirely zzz'),
  'empty text': (calls, item) =>
    onValue(calls, 'text', (_, accepted) => (accepted.some(isBlank) ? null : ''), item),
  'a number as text': (calls) => onValue(calls, 'number', (value) => written(value)),
  'a number more': (calls) =>
    onValue(calls, 'number', (value) => ({ '#': String(Number(written(value)) + 987_654) })),
  'a number below zero': (calls) =>
    onValue(calls, 'number', (value) => ({ '#': String(-Math.abs(Number(written(value))) - 31_337) })),
  'an int with a fraction': (calls, item) =>
    onValue(
      calls,
      'integer',
      (value) => (/^-?\d+$/.test(written(value)) ? { '#': `${written(value)}.0` } : null),
      item,
    ),
  'true for a number': (calls, item) => onValue(calls, 'integer', () => true, item),
  'the other boolean': (calls, item) =>
    onValue(calls, 'boolean', (value, accepted) => (accepted.includes(!value) ? null : !value), item),
  'a boolean as text': (calls) => onValue(calls, 'boolean', (value) => (value === true ? 'True' : 'False')),
  'null for a value': (calls, item) =>
    onFirst(calls, (given, tool) => {
      const name = Object.keys(given).find((each) => !acceptedIn(item, tool, each).includes(null));
      return name === undefined ? null : { ...given, [name]: null };
    }),
  'a list around a value': (calls) => onValue(calls, 'number', (value) => [value]),
  'a list turned around': (calls, item) =>
    onValue(
      calls,
      'list',
      (value, accepted) => {
        const turned = [...(value as readonly Json[])].reverse();
        if (turned.some((each) => kindOf(each) === 'other')) return null;
        return accepted.some((each) => written(each).toLowerCase() === written(turned).toLowerCase())
          ? null
          : turned;
      },
      item,
    ),
  'an item of a list missing': (calls) =>
    onValue(calls, 'list', (value) =>
      (value as readonly Json[]).length < 2 ? null : (value as readonly Json[]).slice(1),
    ),
  'an item of a list twice': (calls) =>
    onValue(calls, 'list', (value) => {
      const items = value as readonly Json[];
      return items.length === 0 ? null : [...items, items[0] as Json];
    }),
};

withData.describe('the rules of BFCL', () => {
  withData.it(
    'pass every accepted call, in any choice of accepted values, however numbers are written',
    () => {
      const stream = new RandomStream(0, 'accepted');
      expect(cases.length).toBeGreaterThanOrEqual(800);
      const failed = cases.flatMap((item) => {
        const calls = acceptedCalls(item, stream).map(predicted);
        const scores = [scoreBfcl(item, calls), scoreBfcl(item, calls.map(unwritten))];
        return scores.every(({ passed, credit }) => passed && credit === 1)
          ? []
          : [`${item.id}: ${scores[0]?.reason}`];
      });
      expect(failed.filter((each) => !UNPASSABLE.some((id) => each.startsWith(id)))).toEqual([]);
    },
  );

  withData.it.each(Object.entries(MUTATIONS))('fail calls with %s', (_name, mutate) => {
    const stream = new RandomStream(0, 'mutated');
    let tried = 0;
    const passed = cases.flatMap((item) => {
      const changed = mutate(acceptedCalls(item, stream), item);
      if (changed === null) return [];
      tried += 1;
      return scoreBfcl(item, changed.map(predicted)).passed ? [`${item.id}: ${JSON.stringify(changed)}`] : [];
    });
    expect(tried).toBeGreaterThan(10);
    expect(passed).toEqual([]);
  });
});

withPackage.describe('the checker of bfcl-eval', () => {
  withPackage.it('agrees on random answers, right and wrong', () => {
    const stream = new RandomStream(0, 'answers');
    const mutations = Object.values(MUTATIONS);
    const items: { readonly item: BfclCase; readonly calls: readonly WrittenCall[] }[] = [];
    while (items.length < 2_000) {
      const item = stream.pick(cases);
      let calls: readonly WrittenCall[] = acceptedCalls(item, stream);
      for (let count = stream.integer(0, 2); count > 0 && calls.length > 0; count--) {
        calls = stream.pick(mutations)(calls, item) ?? calls;
      }
      items.push({ item, calls: stream.shuffle(calls) });
    }
    const { stdout, stderr, status } = spawnSync(python3, ['-c', PROGRAM], {
      env: { ...process.env, PYTHONPATH: real.folders.join(':') },
      input: `[${items
        .map(
          ({ item, calls }) =>
            `[${JSON.stringify(item.category)}, ${JSON.stringify(item.functions)}, [${calls
              .map(({ tool, text }) => `{${JSON.stringify(tool)}: ${text}}`)
              .join(', ')}], ${item.answers}]`,
        )
        .join(',')}]`,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect([status, stderr]).toEqual([0, '']);
    const theirs = JSON.parse(stdout) as readonly boolean[];
    const ours = items.map(({ item, calls }) => scoreBfcl(item, calls.map(predicted)).passed);
    const different = items.flatMap(({ item, calls }, index) =>
      ours[index] === theirs[index] ? [] : [`${item.id} theirs ${theirs[index]}: ${JSON.stringify(calls)}`],
    );
    expect(different).toEqual([]);
    const right = theirs.filter(Boolean).length;
    expect(right).toBeGreaterThan(300);
    expect(right).toBeLessThan(1_700);
  });
});

/** Their checker, with a stand-in for the table of models, whose import needs packages that no check uses. */
const PROGRAM = `
import json, sys, types
table = types.ModuleType("bfcl_eval.constants.model_config")
table.MODEL_CONFIG_MAPPING = {"any": types.SimpleNamespace(underscore_to_dot=False)}
sys.modules["bfcl_eval.constants.model_config"] = table
from bfcl_eval.constants.enums import Language
from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker
print(json.dumps([
    ast_checker(functions, calls, answers, Language.PYTHON, category, "any")["valid"]
    for category, functions, calls, answers in json.load(sys.stdin)
]))
`;

function onFirst(
  calls: readonly WrittenCall[],
  change: (given: JsonObject, tool: string) => JsonObject | null,
): readonly WrittenCall[] | null {
  const [first, ...rest] = calls;
  if (first === undefined) return null;
  const changed = change(marked(first.text) as JsonObject, first.tool);
  return changed === null ? null : [{ tool: first.tool, text: written(changed) }, ...rest];
}

/** Changes the first value of a kind. With a case, `integer` is a type of its schema, and the accepted values are given. */
function onValue(
  calls: readonly WrittenCall[],
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'list',
  change: (value: Json, accepted: readonly Json[]) => Json | null,
  item?: BfclCase,
): readonly WrittenCall[] | null {
  return onFirst(calls, (given, tool) => {
    for (const [name, value] of Object.entries(given) as [string, Json][]) {
      const type = item === undefined ? null : typeIn(item, tool, name);
      if (kindOf(value) !== (kind === 'integer' ? 'number' : kind)) continue;
      if (kind === 'integer' && type !== 'integer') continue;
      const changed = change(value, item === undefined ? [] : acceptedIn(item, tool, name));
      if (changed !== null) return { ...given, [name]: changed };
    }
    return null;
  });
}

function isBlank(value: Json): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function kindOf(value: Json): string {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'list';
  return isJsonObject(value) && '#' in value ? 'number' : 'other';
}

interface Parameters {
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
}

function parametersOf(item: BfclCase, tool: string): Parameters | undefined {
  const found = item.functions.find((each) => isJsonObject(each) && each.name === tool) as
    | JsonObject
    | undefined;
  return found?.parameters as unknown as Parameters | undefined;
}

function requiredOf(item: BfclCase, tool: string): readonly string[] {
  return parametersOf(item, tool)?.required ?? [];
}

function typeIn(item: BfclCase, tool: string, name: string): Json | undefined {
  return parametersOf(item, tool)?.properties[name]?.type;
}

function acceptedIn(item: BfclCase, tool: string, name: string): readonly Json[] {
  const answer = (marked(item.answers ?? '[]') as readonly JsonObject[]).find((each) => tool in each);
  return ((answer?.[tool] as JsonObject | undefined)?.[name] ?? []) as readonly Json[];
}

function without(given: JsonObject, name: string | undefined): JsonObject | null {
  if (name === undefined || !(name in given)) return null;
  const { [name]: _, ...rest } = given;
  return rest as JsonObject;
}
