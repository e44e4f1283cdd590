/** What a trainer adds to the program it judges. */
import type { ProgramRun, TrainableProgram } from 'mettle/training';
import { Trainer } from 'mettle/training';
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
  ],
};
