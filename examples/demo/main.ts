/** The command line of the demo: reads the options, runs the loop, writes its files and sums them up. */
import { mkdir, rmdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MettleError } from 'mettle';
import { createSandbox, sharedEngine } from 'mettle/sandbox';
import { searchOptimizer } from 'mettle/search';
import { showProgress } from './progress.js';
import { runDemo } from './run-demo.js';
import { documentOf, summaryOf } from './summary.js';
import { writeDemo } from './write-demo.js';

const HELP = `Usage: npm run demo -- [--out DIR] [--seed N] [--json] [--quiet]

  --out DIR   folder for the dataset and report.html (default: mettle-demo)
  --seed N    seed for everything random (default: 0)
  --json      print exactly one JSON document on stdout
  --quiet     no progress on stderr
`;

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** What a call comes to: 0 improved · 1 no better · 2 the call is wrong · 3 this machine lacks something. */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) {
    process.stdout.write(HELP);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(signal));
  const started = performance.now();
  // The agents' Python is the demo's own and comes to the same on every engine; Monty runs it fastest.
  const hasMonty = (await sharedEngine('monty').probe()).available;
  await using sandbox = await createSandbox({ engine: hasMonty ? 'monty' : 'auto' });
  const folder = resolve(options.out);
  const isNew = await makeFolder(folder);
  try {
    const result = await runDemo({
      seed: options.seed,
      sandbox,
      optimizer: searchOptimizer(),
      now: () => performance.now(),
      signal: stop.signal,
      ...(options.quiet ? {} : { onProgress: showProgress(process.stderr) }),
    });
    const files = await writeDemo(folder, result);
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(
      options.json
        ? `${JSON.stringify(documentOf(result, files, seconds), null, 2)}\n`
        : `${summaryOf(result, files, seconds)}\n`,
    );
    return result.improved ? 0 : 1;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    if (isNew) await rmdir(folder).catch(() => undefined);
    process.stderr.write('Stopped; nothing was written. Run the same command again.\n');
    return EXIT_CODES[stop.signal.reason as keyof typeof EXIT_CODES];
  }
}

/** The options of the call; null for `--help`. */
function readOptions() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'mettle-demo' },
      seed: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  if (!/^-?\d{1,15}$/.test(values.seed)) throw new Error(`--seed is a whole number; got ${values.seed}.`);
  return { ...values, seed: Number(values.seed) };
}

/** Makes the folder before any work is done for it; says whether it is new. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    return (await mkdir(folder, { recursive: true })) !== undefined;
  } catch (error) {
    throw new Error(
      `Cannot write to ${relative('', folder)}: ${(error as Error).message}. Choose another folder with --out.`,
    );
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  return MettleError.isInstance(error) && error.code.startsWith('sandbox/') ? 3 : 2;
});
