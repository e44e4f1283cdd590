import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The package as it is built: a process of its own has no TypeScript. */
export const BUILT: string = fileURLToPath(new URL('../../../dist/training/index.js', import.meta.url));

/** The file beside a journal to which each process adds a dot for each run of the program. */
export function runsFile(journal: string): string {
  return `${journal}.runs`;
}

/**
 * A training in a process of its own, which writes a dot for each run of the program and its result at the end. The dots of
 * a killed process may be lost on their way to a busy reader; those in the {@link runsFile} are not.
 */
export function startTraining(options: {
  readonly journal: string;
  readonly concurrency: number;
  readonly epochs: number;
  /** Largest file that the process may write, in blocks of `ulimit -f`. */
  readonly blocks?: number;
}): ChildProcess {
  const script = `
    const { appendFileSync } = await import('node:fs');
    const { Trainer } = await import(${JSON.stringify(BUILT)});
    const KEY = 'adder/state_offset';
    let value = { offset: 0 };
    const none = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
    const program = {
      name: 'adder', description: '', inputNames: ['input'], outputNames: ['output'],
      get variables() {
        return [{ key: KEY, kind: 'value', schema: {}, value, seeds: [], description: '', constraints: [], validate: async () => null }];
      },
      async run([{ n }], { values }) {
        appendFileSync(${JSON.stringify(runsFile(options.journal))}, '.');
        process.stdout.write('.');
        for (let turn = 0; turn < n % 5; turn++) await new Promise((done) => setImmediate(done));
        return { outputs: [{ n: n + (values?.[KEY] ?? value).offset }], calls: [], error: null, usage: none };
      },
      async assign(values) { value = values[KEY]; },
    };
    const optimizer = {
      name: 'drawing',
      begin: (context) => {
        let best = context.start;
        const drawn = [];
        return {
          async step(batch) {
            const guesses = [1, 2, 3].map(() => ({ [KEY]: { offset: context.random.integer(0, 1000) } }));
            const all = await Promise.all([best, ...guesses].map(async (values) => {
              const outcomes = await context.evaluate(values, batch);
              return { values, reward: outcomes.reduce((sum, { reward }) => sum + reward, 0) };
            }));
            drawn.push(...guesses);
            all.sort((left, right) => right.reward - left.reward);
            best = all[0].values;
            return { proposed: 3, kept: 1 };
          },
          finalists: () => [best, ...drawn.slice(-3)],
        };
      },
    };
    const trainer = new Trainer(program, {
      optimizer,
      reward: (yTrue, yPred) => 1 / (1 + Math.abs(yTrue.n - yPred.n)),
      budget: { maxEvaluations: 5000 },
    });
    const x = Array.from({ length: 20 }, (_, n) => ({ n }));
    const y = x.map(({ n }) => ({ n: n + 700 }));
    try {
      const { spent, ...history } = await trainer.fit(x, y, {
        epochs: ${options.epochs}, seed: 3, concurrency: ${options.concurrency}, journal: ${JSON.stringify(options.journal)},
      });
      process.stdout.write('\\n' + JSON.stringify({ ...history, evaluations: spent.evaluations, value }));
    } catch (error) {
      process.stdout.write('\\n' + JSON.stringify({ code: error.code, message: error.message }));
    }`;
  const node = [process.execPath, '--input-type=module', '-e', script];
  const [command, ...args] =
    options.blocks === undefined
      ? node
      : ['sh', '-c', `ulimit -f ${options.blocks}; exec "$@"`, 'sh', ...node];
  return spawn(command as string, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** What a training came to: how many runs it made, and the last line it wrote; null when it was killed before. */
export async function endOf(
  training: ChildProcess,
  /** Kills it as soon as it has made this many runs. */
  killAfter: number = Number.POSITIVE_INFINITY,
): Promise<{ readonly runs: number; readonly result: string | null }> {
  let text = '';
  training.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (text.length >= killAfter) training.kill('SIGKILL');
  });
  await new Promise<void>((resolve) => void training.once('close', () => resolve()));
  const [dots = '', result] = text.split('\n');
  return { runs: dots.length, result: result === undefined || result === '' ? null : result };
}
