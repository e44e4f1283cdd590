import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sharedEngine } from '../sandbox/index.js';
import { scriptedModel } from '../testing/index.js';
import { unless } from '../testing/unless.fixture.js';
import { DeepAgent } from './deep-agent.js';

const CALLS = 100;
const { available, reason } = await sharedEngine('cpython').probe();
const skipped = available ? '' : reason;

unless(skipped).it(
  'keeps a hundred calls at once apart on CPython, on one large folder',
  async () => {
    const workdir = mkdtempSync(join(tmpdir(), 'mettle-hundred-'));
    try {
      for (let n = 0; n < 600; n++) {
        mkdirSync(join(workdir, `d${n % 20}`), { recursive: true });
        writeFileSync(join(workdir, `d${n % 20}`, `${n}.txt`), `${n}`);
      }
      const run = (code: string) => ({ toolCalls: [{ name: 'run_python_code', input: { code } }] });
      const model = scriptedModel(
        Array.from(
          { length: 3 * CALLS },
          () =>
            ({ messages }: { messages: readonly { content: unknown }[] }) => {
              const n = String(messages[1]?.content);
              if (messages.length === 2)
                return run(`n = ${n}\nwith open("out.txt", "w") as file: file.write("${n}")`);
              if (messages.length === 4) {
                return run(
                  'import asyncio, os\nawait asyncio.sleep(0, [n, open("out.txt").read(), len(os.listdir("d1"))])',
                );
              }
              return JSON.stringify(messages.at(-1)?.content);
            },
        ),
      );
      const agent = new DeepAgent({ model, workdir, engine: 'cpython' });
      const results = await Promise.all(Array.from({ length: CALLS }, (_, n) => agent.call(`${n}`)));
      model.assertDone();
      for (const [n, { answer, sandbox }] of results.entries()) {
        expect(answer).toContain(`"value":[${n},"${n}",30]`);
        expect([sandbox.changes().written, sandbox.files.readText('out.txt')]).toEqual([['out.txt'], `${n}`]);
      }
    } finally {
      rmSync(workdir, { recursive: true });
    }
  },
  600_000,
);
