/** What a trainer adds to the program it judges. */
import type { ProgramRun, TrainableProgram } from 'mettle/training';
import { makeTrainingExample, Trainer, TrainingStore } from 'mettle/training';
import type { BenchSuite } from './harness.js';

const SAMPLES = 5000;
const x = Array.from({ length: SAMPLES }, (_, n) => ({ n }));
const y = x.map(({ n }) => ({ n: n + 1 }));

const program: TrainableProgram = {
  name: 'adder',
  description: 'Adds one.',
  inputNames: ['input'],
  outputNames: ['output'],
  variables: [],
  async run([input]): Promise<ProgramRun> {
    return {
      outputs: [{ n: (input as { n: number }).n + 1 }],
      calls: [],
      error: null,
      usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 },
    };
  },
  assign: async () => undefined,
};

const trainer = new Trainer(program, {
  reward: (yTrue, yPred) => (yTrue?.n === yPred.n ? 1 : 0),
});

/** As a training of a script leaves them: what came out, and the call of the module that read the script. */
const OUTCOMES = 10_000;
const store = new TrainingStore();
for (let n = 0; n < OUTCOMES; n++) {
  const candidate = `candidate-${n % 100}`;
  const { id } = makeTrainingExample({ x: [{ n: Math.floor(n / 100) }], y: [{ n }] });
  const output = { n, text: 'what the program gave' };
  const usage = { modelCalls: 1, inputTokens: 100, outputTokens: 20, cost: 0.001 };
  store.name(candidate, { 'script/state_python_script': { python_script: 'result = 1\n'.repeat(20) } });
  store.add({
    candidate,
    exampleId: id,
    reward: n % 2,
    feedback: 'It gave a number that is too high.',
    outputs: [output],
    outputHash: id,
    calls: [
      {
        callId: 'script#0',
        module: 'script',
        variables: ['script/state_python_script'],
        inputs: { n },
        outputs: output,
        error: null,
      },
    ],
    error: null,
    usage: { inference: usage, reward: usage },
  });
  store.look(candidate, id, 'propose');
}
const saved = JSON.stringify(store.toJson());

export const suite: BenchSuite = {
  name: 'training',
  comparisons: () => [
    {
      name: `one sample of ${SAMPLES.toLocaleString('en')}`,
      subject: {
        name: 'evaluated by the trainer',
        run: async () => {
          await trainer.evaluate(x, y);
          return SAMPLES;
        },
      },
      baseline: {
        name: 'run by a loop, judged and not kept',
        run: async () => {
          let sum = 0;
          for (const [place, input] of x.entries()) {
            const { outputs } = await program.run([input]);
            if (outputs[0]?.n === y[place]?.n) sum++;
          }
          return sum;
        },
      },
      claim: { medianSeconds: 0.0001 },
    },
    {
      name: `${OUTCOMES.toLocaleString('en')} outcomes saved`,
      subject: { name: 'as text', run: () => void JSON.stringify(store.toJson()) },
      baseline: { name: 'the outcomes alone', run: () => void JSON.stringify(store.all()) },
      claim: { medianSeconds: 0.1 },
    },
    {
      name: `${OUTCOMES.toLocaleString('en')} outcomes read`,
      subject: { name: 'into a store', run: () => void TrainingStore.fromJson(JSON.parse(saved)) },
      baseline: { name: 'as JSON', run: () => void JSON.parse(saved) },
      claim: { medianSeconds: 0.1 },
    },
  ],
};
