import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { RandomStream } from '../core/index.js';
import { unless } from '../testing/unless.fixture.js';
import { endOf } from '../training/journal/killed-training.fixture.js';
import { OPTIMIZER_NAMES, optionsOf } from './every-optimizer.fixture.js';

const KILLS = 6;
const built = (module: string): string =>
  fileURLToPath(new URL(`../../dist/${module}/index.js`, import.meta.url));

/** A training by an optimizer of Mettle in a process of its own. It writes a dot for each model call and run of the program. */
function startTraining(
  optimizer: (typeof OPTIMIZER_NAMES)[number],
  journal: string,
  concurrency: number,
): ChildProcess {
  const script = `
    const { contentHash } = await import(${JSON.stringify(built('core'))});
    const { Generator, Input, Program } = await import(${JSON.stringify(built('programs'))});
    const { PythonSynthesis } = await import(${JSON.stringify(built('synthesis'))});
    const { scriptedModel } = await import(${JSON.stringify(built('testing'))});
    const { ${optimizer} } = await import(${JSON.stringify(built('optimizers'))});
    const answering = (answer) => ({
      ...scriptedModel([]),
      async call(request) {
        process.stdout.write('.');
        const hash = contentHash(request);
        for (let turn = 0; turn < Number.parseInt(hash[0], 16) % 7; turn++) await new Promise((done) => setImmediate(done));
        const usage = { inputTokens: 10, outputTokens: 5 };
        return await scriptedModel([{ text: answer(hash, JSON.stringify(request.messages)), usage }]).call(request);
      },
    });
    const proposer = answering((hash) => 'Rule: ' + hash.slice(0, 6) + '\\n\`\`\`json\\n{"instructions": "Mind ' + hash.slice(0, 6) + '."}\\n\`\`\`');
    const worker = answering((hash, text) => {
      const n = Number(/\\\\"n\\\\":(\\d+)\\}\\\\n<\\/inputs>/.exec(text.slice(text.lastIndexOf('<inputs>')))?.[1]);
      return JSON.stringify({ answer: Number.parseInt(hash[1], 16) < 9 ? String(n * 7) : '?' });
    });
    const schema = (name, type) => ({ type: 'object', properties: { [name]: { type } }, required: [name] });
    const isScript = ${JSON.stringify(optimizer)} === 'ScriptSearch';
    const input = Input({ schema: schema('n', 'integer') });
    const module = isScript
      ? new PythonSynthesis({ schema: schema('answer', 'string'), pythonScript: 'result = {"answer": ""}', defaultReturnValue: { answer: '' }, timeout: 60 })
      : new Generator({ model: worker, schema: schema('answer', 'string'), instructions: 'Answer.' });
    const program = new Program({ inputs: input, outputs: await module.call(input), name: 'killed' });
    const run = program.run.bind(program);
    program.run = (...given) => { process.stdout.write('.'); return run(...given); };
    program.compile({
      reward: (yTrue, yPred) => (yTrue.answer === yPred.answer ? 1 : 0),
      optimizer: new ${optimizer}((${optionsOf(optimizer)})(proposer)),
    });
    const x = Array.from({ length: 12 }, (_, n) => ({ n }));
    const y = x.map(({ n }) => ({ answer: String(isScript ? n + 1 : n * 7) }));
    const { spent, ...history } = await program.fit(x, y, {
      epochs: 4, batchSize: 4, validationSplit: 0.25, seed: 5, concurrency: ${concurrency}, journal: ${JSON.stringify(journal)},
    });
    const { seconds, ...counted } = spent;
    process.stdout.write('\\n' + JSON.stringify({ ...history, counted, values: program.variables.map(({ value }) => value) }));`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

unless(existsSync(built('optimizers')) ? null : 'the package is not built').it.each(OPTIMIZER_NAMES)(
  `%s, killed ${KILLS} times at any moment, ends in the same bytes with any number of workers`,
  async (optimizer) => {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-killed-optimizers-'));
    try {
      const whole = await endOf(startTraining(optimizer, join(folder, 'whole'), 1));
      expect(JSON.parse(whole.result ?? '')).toMatchObject({ stopReason: expect.any(String) });
      const random = new RandomStream(4, optimizer);
      const journal = join(folder, 'killed');
      let stopped = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const running = startTraining(optimizer, journal, 1 + (kill % 4));
        const { result } = await endOf(running, random.integer(1, Math.max(2, Math.floor(whole.runs / 3))));
        if (result === null) stopped++;
      }
      expect(stopped).toBeGreaterThan(0);
      expect((await endOf(startTraining(optimizer, journal, 3))).result).toBe(whole.result);
      const facts = (path: string): string[] =>
        readFileSync(path, 'utf8')
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => JSON.parse(line).fact);
      const count = (path: string, fact: string) => facts(path).filter((each) => each === fact).length;
      for (const fact of ['outcome', 'reply']) {
        expect(count(journal, fact)).toBe(count(join(folder, 'whole'), fact));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
