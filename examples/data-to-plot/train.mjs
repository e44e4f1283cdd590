// From data to a plot, offline: node examples/data-to-plot/train.mjs FOLDER writes the trained program and two pictures
// to FOLDER. A flower gets the kind of the nearest one among few examples, and training finds which examples to keep.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JsonDataModel, SymbolicDataModel } from 'mettle/data';
import { csvDataset } from 'mettle/datasets';
import { RandomFewShot } from 'mettle/optimizers';
import { baseConfig, baseOptions, Input, Module, Program } from 'mettle/programs';
import { categoricalF1Score, csvLogger, earlyStopping, plotHistory, plotMetrics } from 'mettle/training';

const folder = process.argv[2] ?? '.';
const flower = { type: 'object', properties: { length: { type: 'number' }, width: { type: 'number' } } };
const kind = { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] };

class Nearest extends Module {
  static registeredName = 'data-to-plot>Nearest';
  examples = this.addVariable({ kind: 'examples', schema: { type: 'object' }, value: { examples: [] } });

  async forward(input, context) {
    const distance = ({ inputs }) =>
      Math.hypot(inputs.length - input.get('length'), inputs.width - input.get('width'));
    const [nearest] = [...context.valueOf(this.examples).examples].sort((a, b) => distance(a) - distance(b));
    return new JsonDataModel({ schema: kind, json: { kind: nearest?.outputs.kind ?? 'unknown' } });
  }
  async computeOutputSpec() {
    return new SymbolicDataModel({ schema: kind });
  }
  getConfig() {
    return baseConfig(this);
  }
  static fromConfig(config) {
    return new Nearest(baseOptions(config));
  }
}

const flowers = csvDataset({
  path: fileURLToPath(new URL('flowers.csv', import.meta.url)),
  types: { length_cm: 'number', width_cm: 'number' },
  input: { length: '{{length_cm}}', width: '{{width_cm}}' },
  output: { kind: '{{kind}}' },
});
const { train, test } = await flowers.splitTrainTest({ testSize: 0.25, seed: 1, stratifyBy: 'kind' });

const input = Input({ schema: flower, name: 'flower' });
const program = new Program({ inputs: input, outputs: await new Nearest().call(input), name: 'flowers' });
program.compile({
  reward: 'exact_match',
  optimizer: new RandomFewShot({ proposals: 3 }),
  metrics: [categoricalF1Score({ average: 'macro' })],
});

const before = await program.evaluate(test);
const history = await program.fit(train, {
  epochs: 6,
  seed: 1,
  testData: test,
  callbacks: [earlyStopping({ patience: 3 }), csvLogger({ path: join(folder, 'training.csv') })],
});
console.log(history.reason);
console.log(
  'test:',
  history.test.start.reward,
  '→',
  history.test.chosen.reward,
  'of',
  history.test.chosen.samples,
);

const after = await program.evaluate(test);
await program.save(join(folder, 'flowers.json'));
await writeFile(join(folder, 'curves.svg'), plotHistory(history, { title: 'Training' }));
await writeFile(join(folder, 'scores.svg'), plotMetrics({ before, after }, { title: 'On the test set' }));

const loaded = await Program.load(join(folder, 'flowers.json'), {
  customObjects: { 'data-to-plot>Nearest': Nearest },
});
console.log(
  await loaded.predict([
    { length: 1.4, width: 0.2 },
    { length: 5.9, width: 2.2 },
  ]),
);
