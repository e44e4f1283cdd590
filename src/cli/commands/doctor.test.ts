import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sharedEngine } from '../../sandbox/index.js';
import type { CommandIo, CommandOutcome } from '../command.js';
import { doctorCommand } from './doctor.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLATFORM = process.platform;
function pretend(platform: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value: platform });
}
afterEach(() => pretend(PLATFORM));

/** The environment of a machine that has no engine. */
const NOTHING = {
  PATH: folder,
  METTLE_PYTHON: join(folder, 'absent'),
  METTLE_MONTY_BIN: join(folder, 'absent'),
};

async function diagnose(
  environment: CommandIo['environment'],
): Promise<CommandOutcome & { readonly document: Document; readonly text: string }> {
  const outcome = await doctorCommand.run(
    { args: [], rest: [], options: {} },
    {
      cwd: '/',
      environment,
      json: true,
      colour: false,
      signal: new AbortController().signal,
      progress: () => undefined,
      say: () => undefined,
      relay: () => undefined,
      stdin: (async function* () {})(),
      announce: () => undefined,
      stdinIsTerminal: false,
      confirm: async () => false,
      ask: async () => '',
      readStdin: async () => new Uint8Array(),
    },
  );
  return { ...outcome, document: outcome.document as Document, text: outcome.text ?? '' };
}

interface Document {
  readonly auto: { readonly engine: string; readonly confinement: string | null } | null;
  readonly engines: readonly { readonly name: string; readonly available: boolean; readonly why: string }[];
  readonly optional: readonly {
    readonly name: string;
    readonly available: boolean;
    readonly unlocked: boolean;
    readonly tried: boolean;
    readonly engine: string | null;
    readonly install: string;
  }[];
}

/** A folder whose programs all fail. */
function brokenPrograms(...programs: readonly string[]): string {
  const path = join(folder, programs.join('-'));
  mkdirSync(path);
  for (const program of programs) {
    writeFileSync(join(path, program), '#!/bin/sh\nexit 1\n');
    chmodSync(join(path, program), 0o755);
  }
  return path;
}

describe('mettle doctor', () => {
  it('reports each engine as it was probed on this machine, and which of them auto is', async () => {
    const { document, exitCode, text } = await diagnose(process.env);
    const monty = await sharedEngine('monty').probe();
    const cpython = await sharedEngine('cpython').probe();
    const docker = await sharedEngine('docker').probe();
    expect(document).toMatchObject({
      engines: [
        { name: 'monty', available: monty.available, why: monty.reason, isolation: monty.isolation },
        { name: 'cpython', available: cpython.available, why: cpython.reason, isolation: cpython.isolation },
        { name: 'docker', available: docker.available },
      ],
      models: expect.arrayContaining([
        { provider: 'ollama', available: true, why: '@ai-sdk/openai-compatible' },
      ]),
    });
    const [first] = [
      ...(cpython.available ? [{ engine: 'cpython', confinement: cpython.confinement }] : []),
      ...(docker.available ? [{ engine: 'docker', confinement: null }] : []),
      ...(monty.available ? [{ engine: 'monty', confinement: null }] : []),
    ];
    expect(document.auto).toEqual(first ?? null);
    expect(exitCode).toBe(first === undefined ? 3 : 0);
    expect(text).toContain(monty.reason);
    if (cpython.available) expect(text).toMatch(/^auto: cpython \((bubblewrap|landlock)\)\n/);
  });

  it('calls a program absent only where no engine finds it, whatever PATH is', async () => {
    const { document } = await diagnose({ ...process.env, PATH: folder });
    const engine = document.engines.find(({ name }) => name === 'cpython');
    const python = document.optional.find(({ name }) => name === 'python3');
    expect(python?.unlocked).toBe(engine?.available);
    const bubblewrap = document.optional.find(({ name }) => name === 'bwrap');
    expect(bubblewrap?.unlocked).toBe(engine?.why.includes('by bubblewrap'));
    if (engine?.why.includes('bubblewrap: not installed')) expect(bubblewrap?.available).toBe(false);
  });

  it('says that nothing can run here, with the commands that change it', async () => {
    const { document, exitCode, text } = await diagnose(NOTHING);
    expect(exitCode).toBe(3);
    expect(document.auto).toBeNull();
    expect(text).toMatch(/^auto: no engine can run\. .*mettle install monty/);
    expect(document.optional.map(({ name, unlocked }) => [name, unlocked])).toEqual([
      ['python3', false],
      ['bwrap', false],
      ['docker', false],
      ['monty', false],
      ['@modelcontextprotocol/client', true],
      ['@modelcontextprotocol/server', true],
      ['playwright-core', expect.any(Boolean)],
      ['chromium', expect.any(Boolean)],
    ]);
    expect(text).toContain('○ @modelcontextprotocol/server: unlocks mettle serve --mcp');
    expect(text).toMatch(/\n○ is there and was not tried\.$/);
    expect(text).toContain('✗ monty: unlocks');
    expect(text).toContain('(npx --no mettle install monty)');
  });

  it('ticks only what it tried', async () => {
    const { document, text } = await diagnose({
      ...process.env,
      OPENAI_API_KEY: 'a key that nobody asks about',
    });
    const ticked = [...text.matchAll(/^ {2}✓ ([^:]+):/gm)].map(([, name]) => name);
    const tried = document.optional.filter((part) => part.tried).map(({ name }) => name);
    expect([...document.engines.map(({ name }) => name), ...tried]).toEqual(expect.arrayContaining(ticked));
    expect(text).toMatch(/^ {2}○ ollama: /m);
  });

  it('does not tick a part whose engine cannot run', async () => {
    const { text } = await diagnose({ ...NOTHING, PATH: brokenPrograms('docker', 'bwrap') });
    expect(text).toContain("✗ docker: installed, but the docker engine can't run");
    expect(text).toContain("✗ bwrap: installed, but the cpython engine can't run");
  });

  it('says why Landlock confines where bubblewrap is installed', async ({ skip }) => {
    const { document, text } = await diagnose({ ...process.env, PATH: brokenPrograms('bwrap') });
    const cpython = document.engines.find(({ name }) => name === 'cpython');
    if (cpython?.available !== true) skip(`Landlock does not confine CPython here: ${cpython?.why}`);
    expect(document.auto).toEqual({ engine: 'cpython', confinement: 'landlock' });
    expect(cpython?.why).toMatch(/confined by landlock \(bubblewrap: .+\)/);
    expect(text).toContain("✗ bwrap: installed, but doesn't work on this machine");
  });

  it.each<[NodeJS.Platform, string]>([
    ['darwin', 'macOS'],
    ['win32', 'Windows'],
  ])('speaks on %s of what runs there alone', async (platform, name) => {
    pretend(platform);
    const { document, text } = await diagnose(NOTHING);
    const engineParts = document.optional.filter((part) => part.engine !== null);
    expect(engineParts.map((part) => part.name)).toEqual(['docker', 'monty']);
    expect(document.engines.find((engine) => engine.name === 'cpython')?.why).toBe(
      `CPython can be confined on Linux only, and this is ${name}; use the docker or the monty engine here`,
    );
    expect(text).toMatch(/^auto: no engine can run\. Start Docker.*mettle install monty/);
    expect(text).not.toMatch(/bubblewrap|bwrap|apt-get|Landlock/);
  });
});
