/** A test of a sandbox engine, a world, an optimizer and a format, as someone writes it who has only the package. */
import { test } from 'node:test';
import { createFileEnvironment } from 'mettle/environments';
import { environmentSuite } from 'mettle/environments/testing';
import { optimizerSuite } from 'mettle/optimizers/testing';
import { openAIJsonl } from 'mettle/records';
import { formatSuite } from 'mettle/records/testing';
import { sharedEngine } from 'mettle/sandbox';
import { sandboxSuite } from 'mettle/sandbox/testing';

const KEY = 'adder/state_offset';

/** Proposes offsets at random, and keeps the best. */
const guess = {
  name: 'guess',
  begin: ({ start, random, evaluate }) => {
    let best = start;
    const total = async (values, batch) =>
      (await evaluate(values, batch)).reduce((sum, { reward }) => sum + reward, 0);
    return {
      async step(batch) {
        const values = { [KEY]: { offset: random.integer(0, 9) } };
        const better = (await total(values, batch)) > (await total(best, batch));
        if (better) best = values;
        return { proposed: 1, kept: better ? 1 : 0 };
      },
      finalists: () => [best],
    };
  },
};

function adder() {
  let value = { offset: 0 };
  const variable = { key: KEY, kind: 'value', schema: {}, seeds: [], description: '', constraints: [] };
  return {
    name: 'adder',
    description: 'Adds an offset.',
    inputNames: ['input'],
    outputNames: ['output'],
    get variables() {
      return [{ ...variable, value, validate: async () => null }];
    },
    run: async ([input], { values = {} } = {}) => {
      const { offset } = values[KEY] ?? value;
      const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
      return { outputs: [{ n: Number(input?.n) + offset }], calls: [], error: null, usage };
    },
    assign: async (values) => {
      value = values[KEY] ?? value;
    },
  };
}

const x = Array.from({ length: 20 }, (_, n) => ({ n }));
const suites = {
  optimizer: optimizerSuite({
    optimizer: () => guess,
    program: adder,
    reward: 'exact_match',
    x,
    y: x.map(({ n }) => ({ n: n + 3 })),
  }),
  world: environmentSuite({
    create: () => createFileEnvironment({ files: { 'a.txt': 'one' } }),
    reads: [{ tool: 'read_file', arguments: { path: 'a.txt' } }],
    writes: [{ tool: 'write_file', arguments: { path: 'a.txt', content: 'two' } }],
    failing: { tool: 'read_file', arguments: { path: 'none.txt' } },
    hostProbes: ({ file }) => [{ tool: 'read_file', arguments: { path: file } }],
  }),
  format: formatSuite(openAIJsonl),
};
for (const name of ['monty', 'cpython']) {
  if (suites.engine || !(await sharedEngine(name).probe()).available) continue;
  suites.engine = sandboxSuite(name);
}

for (const [subject, cases] of Object.entries(suites))
  for (const { name, run } of cases) test(`${subject}: ${name}`, (t) => run(t));
