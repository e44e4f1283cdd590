import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { guessing } from '../trainer/guessing-optimizer.fixture.js';
import { adder, same } from '../trainer/programs.fixture.js';
import { Trainer } from '../trainer/trainer.js';
import { TrainingStore } from '../trainer/training-store.js';

const KEY = 'adder/state_offset';
const x = Array.from({ length: 12 }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 3 }));
const kept = (name: string) => fileURLToPath(new URL(`../__fixtures__/${name}`, import.meta.url));

async function trainWith(journal: string) {
  const program = adder();
  const optimizer = guessing(
    KEY,
    [1, 3, 2].map((offset) => ({ offset })),
  );
  const settings = { reward: { name: 'same', score: same }, optimizer, budget: { maxEvaluations: 50 } };
  const trainer = new Trainer(program, settings, () => 0);
  const history = await trainer.fit(x, y, { epochs: 2, seed: 5, concurrency: 1, journal });
  return { history, runs: program.runs(), store: trainer.store };
}

test('a journal of version 1 is gone on from for ever: nothing of it is run again, and the same is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-journal-v1-'));
  try {
    const [path, cut] = [join(folder, 'whole.jsonl'), join(folder, 'new.jsonl')];
    copyFileSync(kept('journal-v1.jsonl'), path);
    const resumed = await trainWith(path);
    expect([resumed.runs, resumed.history.shipped, resumed.history.values]).toEqual([
      0,
      true,
      { [KEY]: { offset: 3 } },
    ]);
    await trainWith(cut);
    expect(readFileSync(cut, 'utf8')).toBe(readFileSync(kept('journal-v1.jsonl'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a store of version 1 can be read for ever, and is written the same', () => {
  const json = JSON.parse(readFileSync(kept('store-v1.json'), 'utf8'));
  const store = TrainingStore.fromJson(json);
  expect(store.toJson()).toEqual(json);
  const [first] = store.all();
  expect(store.looksAt(first?.exampleId ?? '').length).toBeGreaterThan(0);
  expect(store.valuesOf(first?.candidate ?? '')).toEqual({ [KEY]: { offset: 0 } });
});
