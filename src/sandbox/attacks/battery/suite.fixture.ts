import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunResult, Sandbox, SandboxLimits } from '../../contract.js';
import { createSandbox } from '../../create-sandbox.js';
import type { Engine } from '../../engine.js';
import type { HostileCase } from './case.fixture.js';
import { EXHAUSTERS } from './exhaust.fixture.js';
import { FORGERIES } from './forge.fixture.js';
import { Host } from './host.fixture.js';
import { OUTLIVERS } from './outlive.fixture.js';
import { POISONS } from './poison.fixture.js';
import { REACHES } from './reach.fixture.js';
import { RIGHT } from './right.fixture.js';

/** Every case of the battery. */
const BATTERY: readonly HostileCase[] = [
  ...REACHES,
  ...FORGERIES,
  ...OUTLIVERS,
  ...POISONS,
  ...EXHAUSTERS,
  ...RIGHT,
];

const LIMITS: Partial<SandboxLimits> = {
  timeoutSeconds: 0.6,
  deadlineSeconds: 12,
  memoryMegabytes: 128,
  maxOutputChars: 100_000,
  maxValueBytes: 4_000_000,
  maxInputBytes: 4_000_000,
  maxFileBytes: 8_000_000,
  maxHostCalls: 200,
  maxProcesses: 12,
};

/** What a right program gets: time is not what it is about. */
const GENEROUS: Partial<SandboxLimits> = { timeoutSeconds: 30, deadlineSeconds: 50 };

/** Seconds of the host's processor that one case may take, its reset included. */
const MOST_HOST_SECONDS = 6;
const MOST_HOST_BYTES = 600e6;

/** What a battery is fired at. */
export interface Target {
  /** Whether the code runs on CPython; Monty gets the cases that it can have. */
  readonly isCpython: boolean;
  readonly open: () => Engine;
  /** Cases that are left out, by name, and where the documentation says why. */
  readonly except?: Readonly<Record<string, string>>;
  /** One case of so many; default all. */
  readonly oneOf?: number;
}

/** Fires the battery at an engine: each case in a sandbox that was reset, judged from outside. */
export function batterySuite({ isCpython, open, except = {}, oneOf = 1 }: Target): void {
  const host = new Host();
  let engine: Engine;
  let sandbox: Sandbox;
  let calls = 0;
  let descriptors = 0;

  beforeAll(async () => {
    await host.open();
    descriptors = readdirSync('/proc/self/fd').length;
    engine = open();
    sandbox = await createSandbox({
      engine,
      limits: LIMITS,
      files: { 'in.txt': 'in' },
      inputs: host.inputs(),
      functions: {
        count: () => {
          calls += 1;
          return null;
        },
        echo: (value) => value ?? null,
        host: () => null,
      },
    });
  });

  afterAll(async () => {
    await sandbox?.close();
    await engine?.close();
    await host.close();
    expect(host.markedProcesses()).toEqual([]);
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(descriptors + 4);
  });

  const tried = BATTERY.filter(
    ({ cpythonOnly, id }) => (isCpython || !cpythonOnly) && except[id] === undefined,
  );
  it.each(tried.filter((_, index) => index % oneOf === 0).map((one) => [one.category, one.id, one] as const))(
    '%s: %s',
    async (_category, _id, one) => {
      const before = process.cpuUsage();
      const memory = process.memoryUsage().rss;
      calls = 0;
      const isRight = one.outcome === 'ok';
      const result = await sandbox.run(host.programFor(one.code), isRight ? { limits: GENEROUS } : {});
      const used = process.cpuUsage(before);
      const lasting = host.markedProcesses();
      expect(reached(result, host.token)).toEqual([]);
      const { executionSeconds, wallSeconds } = result.usage;
      expect(executionSeconds >= 0 && executionSeconds <= wallSeconds + 0.1).toBe(true);
      judge(one, result);
      expect(lasting).toEqual([]);
      expect(calls).toBeLessThanOrEqual(LIMITS.maxHostCalls ?? 0);
      await goOn(one);
      expect(host.harm()).toEqual([]);
      expect(host.markedProcesses()).toEqual([]);
      expect((used.user + used.system) / 1e6).toBeLessThan(MOST_HOST_SECONDS);
      expect(process.memoryUsage().rss - memory).toBeLessThan(MOST_HOST_BYTES);
    },
  );

  /** The sandbox is of use after the case, and nothing of it is left after a reset. */
  async function goOn({ then }: HostileCase): Promise<void> {
    await sandbox.reset();
    expect(sandbox.files.files()).toEqual(['in.txt']);
    const next = await sandbox.run(host.programFor(then ?? '"ok"'), { limits: GENEROUS });
    expect([next.error?.message, next.value]).toEqual([undefined, 'ok']);
    if (then !== undefined) await sandbox.reset();
  }
}

function judge({ outcome }: HostileCase, { error, value, stdout, stderr }: RunResult): void {
  expect(error?.kind).not.toBe('infrastructure');
  expect(stdout.length + stderr.length).toBeLessThanOrEqual(100_000);
  if (outcome === 'ok') expect([error?.message, value]).toEqual([undefined, 'ok']);
  if (outcome === 'bounded' || outcome === 'fails') expect(error).not.toBeNull();
}

/** What of a result shows that the host was reached. */
function reached({ value, stdout, stderr, error }: RunResult, token: string): readonly string[] {
  const texts = { stdout, stderr, error: JSON.stringify(error), value: textOf(value) };
  return Object.entries(texts)
    .filter(([, text]) => text.includes(token) || text.includes('REACHED'))
    .map(([where]) => where);
}

function textOf(value: unknown): string {
  const seen = (_key: string, part: unknown): unknown => {
    if (typeof part === 'bigint') return '';
    if (part instanceof Map || part instanceof Set) return [...part];
    return part instanceof Uint8Array ? Buffer.from(part).toString('latin1') : part;
  };
  return JSON.stringify(value, seen) ?? '';
}
