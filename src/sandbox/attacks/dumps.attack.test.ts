import { afterAll, beforeAll, expect, it } from 'vitest';
import { MettleError, RandomStream } from '../../core/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { Sandbox } from '../contract.js';
import { createSandbox, loadSandbox, resumeRun } from '../create-sandbox.js';
import { MontyEngine } from '../monty/monty-engine.js';
import { seal, unseal } from '../sealed-bytes.js';

const { available, reason } = await new MontyEngine().probe();
const KEY = Buffer.from('a key that the attacker has as well');

/** The dump with some bytes of the engine's own state changed, and signed anew. */
function poisoned(dump: Uint8Array, change: (state: Uint8Array) => Uint8Array): Uint8Array {
  const { header, body } = unseal(KEY, dump);
  return seal(KEY, header, change(body));
}

/** What came of it: a code of ours, or that it ran. Anything else is thrown on. */
async function outcome(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'ran';
  } catch (thrown) {
    if (MettleError.isInstance(thrown)) return thrown.code;
    throw thrown;
  }
}

unless(available ? null : reason).describe('poisoned dumps', () => {
  let engine: MontyEngine;
  let healthy: Sandbox;
  let dump: Uint8Array;
  let waiting: Uint8Array;

  beforeAll(async () => {
    engine = new MontyEngine({ maxWorkers: 2 });
    healthy = await createSandbox({ engine, dumpKey: KEY, limits: { timeoutSeconds: 2 } });
    await healthy.run(
      'x = [1, "two", {"three": 3.0}]\ndef f(n): return [n, x]\nclass A:\n  def __init__(self): self.y = 1\na = A()',
    );
    dump = await healthy.dump();
    const step = await healthy.start('answer = ask(x)\nf(answer)', { suspendOn: ['ask'] });
    if (step.status !== 'suspended') throw new Error('the run did not suspend');
    waiting = await step.dump();
    await step.abandon();
  });
  afterAll(async () => {
    await healthy.close();
    await engine.close();
  });

  async function openAndUse(bytes: Uint8Array): Promise<void> {
    const sandbox = await loadSandbox(bytes, { engine, dumpKey: KEY });
    try {
      for (const code of ['f(2)', 'a.y', 'str(x)', '1 + 1']) await sandbox.run(code);
    } finally {
      await sandbox.close();
    }
  }

  it.each(Array.from({ length: 40 }, (_, index) => index))(
    'survives changed bytes, case %i',
    async (index) => {
      const random = new RandomStream(index, 'poison');
      const bytes = poisoned(dump, (state) => {
        const changed = Uint8Array.from(state);
        const header = 4 + Buffer.from(state).readUInt32LE(0) + 8;
        for (let flip = 0; flip <= index % 4; flip++) {
          const place = header + Math.floor(random.next() * (changed.length - header));
          changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(random.next() * 8));
        }
        return changed;
      });
      expect(['ran', 'sandbox/invalid_dump']).toContain(await outcome(() => openAndUse(bytes)));
      expect((await healthy.run('f(1)[0]')).value).toBe(1);
    },
  );

  it.each(Array.from({ length: 10 }, (_, index) => index))(
    'survives a changed waiting run, case %i',
    async (index) => {
      const random = new RandomStream(index, 'waiting');
      const bytes = poisoned(waiting, (state) => {
        const changed = Uint8Array.from(state);
        const place = Math.floor(changed.length * (0.5 + random.next() / 2));
        changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(random.next() * 8));
        return changed;
      });
      const work = async (): Promise<void> => {
        const resumed = await resumeRun(bytes, { value: 1 }, { engine, dumpKey: KEY });
        await resumed.sandbox.close();
      };
      expect(['ran', 'sandbox/invalid_dump', 'sandbox/not_suspended']).toContain(await outcome(work));
      expect((await healthy.run('f(1)[0]')).value).toBe(1);
    },
  );

  it.each<[string, (state: Uint8Array) => Uint8Array]>([
    ['cut short', (state) => state.subarray(0, state.length - 20)],
    ['cut to its header', (state) => state.subarray(0, 30)],
    ['made longer', (state) => Buffer.concat([state, Buffer.alloc(1000, 255)])],
    ['of noise', () => Buffer.from('noise that is no dump at all')],
    ['with a header of 4 GiB', (state) => Buffer.concat([Buffer.alloc(4, 255), state.subarray(4)])],
    [
      'with a header that is not JSON',
      (state) => Buffer.concat([Buffer.from([2, 0, 0, 0, 123, 123]), state]),
    ],
  ])('refuses or survives a state %s', async (_, change) => {
    expect(['ran', 'sandbox/invalid_dump']).toContain(
      await outcome(() => openAndUse(poisoned(dump, change))),
    );
    expect((await healthy.run('f(1)[0]')).value).toBe(1);
  });
});
