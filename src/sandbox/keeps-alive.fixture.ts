import type { AloneRun } from '../testing/run-alone.fixture.js';

/** Engines by the expression that makes one in a program of `runAlone`, which has the module in `sandbox`. */
const ENGINES = {
  bubblewrap: `sandbox.createCpythonEngine({ environment: process.env, mechanism: 'bubblewrap' })`,
  landlock: `sandbox.createCpythonEngine({ environment: process.env, mechanism: 'landlock' })`,
  docker: `sandbox.createEngine('docker', process.env)`,
  monty: `sandbox.createMontyEngine()`,
} as const;

/** Starts an endless run and waits until it prints. */
const RUNNING = `
const stop = new AbortController();
const running = await new Promise((started) => {
  const result = box.run('print("on")\\nwhile True: pass', { signal: stop.signal, onOutput: () => started({ result }) });
});
`;

/** A program that waits for a sandbox, and what it prints. */
interface Wait {
  readonly program: string;
  readonly prints: readonly string[];
  /** Whether it is among those that the quick tests run. */
  readonly isQuick?: true;
}

/**
 * Programs that wait for a sandbox while nothing else keeps Node alive. All have an open sandbox in `box` and its engine in
 * `engine`, and end with the word `done`.
 */
const WAITS: Readonly<Record<string, Wait>> = {
  'an abort before the run': {
    program: `
const result = await box.run('1 + 1', { signal: AbortSignal.abort() });
console.log(result.error.message);
await box.close();`,
    prints: ['the run was aborted'],
  },
  'an abort in the run, and a close': {
    program: `${RUNNING}
stop.abort();
console.log((await running.result).error.message);
await box.close();`,
    prints: ['the run was aborted'],
  },
  'an abort in the run, and a close at once': {
    program: `${RUNNING}
stop.abort();
await box.close();
console.log((await running.result).error.kind);`,
    prints: ['aborted'],
    isQuick: true,
  },
  'an abort after the run': {
    program: `
const stop = new AbortController();
console.log((await box.run('1 + 1', { signal: stop.signal })).value);
stop.abort();
await box.close();`,
    prints: ['2'],
  },
  'a close in the run': {
    program: `${RUNNING}
await box.close();
console.log((await running.result).error.message);`,
    prints: ['the sandbox was closed'],
    isQuick: true,
  },
  'a close while the run begins': {
    program: `
const result = box.run('1 + 1');
await box.close();
console.log(await result.then(({ error }) => error.kind, ({ code }) => code));`,
    prints: ['sandbox/closed'],
    isQuick: true,
  },
  'a close while another run waits': {
    program: `${RUNNING}
const behind = box.run('1 + 1').catch(({ code }) => code);
await box.close();
console.log((await running.result).error.kind, await behind);`,
    prints: ['aborted sandbox/closed'],
    isQuick: true,
  },
  'a close while a function of the host never answers': {
    program: `
const calling = new Promise((resolve) => box.bindFunctions({ ask: () => (resolve(), new Promise(() => {})) }));
const result = box.run('ask()');
await calling;
await box.close();
console.log((await result).error.kind);`,
    prints: ['aborted'],
  },
  'an engine that ends in the run': {
    program: `${RUNNING}
await engine.close();
console.log((await running.result).error.kind);`,
    prints: ['aborted'],
  },
  'a signal that is over in time': {
    program: `
const result = await box.run('while True: pass', { signal: AbortSignal.timeout(50) });
console.log(result.error.kind);
await box.close();`,
    prints: ['aborted'],
  },
  'a time limit': {
    program: `
console.log((await box.run('while True: pass', { limits: { timeoutSeconds: 0.2 } })).error.kind);
await box.close();`,
    prints: ['timeout'],
    isQuick: true,
  },
  'a reset after an abort': {
    program: `${RUNNING}
stop.abort();
await running.result;
await box.reset();
console.log((await box.run('1 + 1')).value);
await box.close();`,
    prints: ['2'],
  },
  'a copy of a namespace': {
    program: `
await box.run('x = 20');
const copy = await box.fork({ copyNamespace: true });
console.log((await copy.run('x + 1')).value);
await Promise.all([copy.close(), box.close()]);`,
    prints: ['21'],
  },
  'a dump': {
    program: `
await box.run('x = 20');
console.log((await box.dump()).length > 0);
await box.close();`,
    prints: ['true'],
    isQuick: true,
  },
  'many sandboxes that are closed at once': {
    program: `
const more = await Promise.all([1, 2, 3].map(() => sandbox.createSandbox({ engine })));
const results = more.map((one) => one.run('while True: pass', { signal: AbortSignal.timeout(100) }));
await results[0];
await Promise.all(more.map((one) => one.close()));
console.log((await Promise.all(results)).map(({ error }) => error.kind).join());
await box.close();`,
    prints: ['aborted,aborted,aborted'],
  },
};

/** Programs that leave everything open and have to end all the same. */
export const IDLE: Readonly<Record<string, string>> = {
  'a sandbox that ran nothing': '',
  'a sandbox after a run': `await box.run('1 + 1');`,
  'a sandbox after an abort': `${RUNNING}
stop.abort();
await running.result;`,
  'a sandbox after a reset': `
await box.run('1 + 1');
await box.reset();`,
};

/** Programs of the quick tests, or all. */
export function waits(which: 'quick' | 'all'): readonly (readonly [string, Wait])[] {
  return Object.entries(WAITS).filter(([, { isQuick = false }]) => isQuick || which === 'all');
}

/** How a program ends that waited for all that it had to. */
export const done = (prints: readonly string[]): Partial<AloneRun> => ({
  status: 0,
  printed: [...prints, 'done'],
});

/** The whole program for one engine. */
export function programOf(engine: keyof typeof ENGINES, body: string, ends: 'closed' | 'idle'): string {
  return `const sandbox = await mettle('sandbox');
const engine = ${ENGINES[engine]};
const box = await sandbox.createSandbox({ engine });
${body}
${ends === 'closed' ? 'await engine.close();' : ''}
console.log('done');`;
}
