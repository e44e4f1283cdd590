import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { SandboxCapabilities } from '../../sandbox/index.js';
import type { CommandDefinition, CommandIo, CommandOutcome } from '../command.js';

/** `mettle doctor`: what this machine has and what each part unlocks. */
export const doctorCommand: CommandDefinition = {
  name: 'doctor',
  args: '',
  summary: 'probe engines, confinement and optional parts, and say what each unlocks',
  example: 'mettle doctor',
  options: [],
  run: diagnose,
};

interface EngineReport {
  readonly name: string;
  readonly available: boolean;
  readonly why: string;
  readonly isolation: SandboxCapabilities['isolation'];
}

interface PartReport {
  readonly name: string;
  /** Whether the program is on the path. */
  readonly available: boolean;
  /** Whether what it unlocks works: the program is there and the engine that it serves can run. */
  readonly unlocked: boolean;
  readonly engine: string;
  readonly unlocks: string;
  readonly install: string;
}

/** Programs that are no dependency and make more possible. */
const PARTS: readonly {
  readonly programs: readonly string[];
  readonly engine: string;
  readonly unlocks: string;
  readonly install: string;
}[] = [
  {
    programs: ['python3'],
    engine: 'cpython',
    unlocks: 'the cpython engine, and auto for code that Monty lacks features for',
    install: 'apt-get install python3',
  },
  {
    programs: ['bwrap'],
    engine: 'cpython',
    unlocks: 'the strongest confinement of the cpython engine (else Landlock is tried)',
    install: 'apt-get install bubblewrap',
  },
  {
    programs: ['docker', 'podman'],
    engine: 'docker',
    unlocks: 'the docker engine, with an image that holds python3 and what runs it',
    install: 'apt-get install podman runc',
  },
];

async function diagnose(_call: unknown, io: CommandIo): Promise<CommandOutcome> {
  const engines = await probeEngines();
  const optional = PARTS.map((part) => findPart(part, io.environment.PATH ?? '', engines));
  const canRun = engines.some((engine) => engine.available);
  return {
    exitCode: canRun ? 0 : 3,
    document: { engines, models: [], optional },
    text: render(engines, optional),
  };
}

async function probeEngines(): Promise<readonly EngineReport[]> {
  const { sharedEngine } = await import('../../sandbox/index.js');
  return Promise.all(
    (['monty', 'cpython', 'docker'] as const).map(async (name) => {
      const { available, reason, isolation } = await sharedEngine(name).probe();
      return { name, available, why: reason, isolation };
    }),
  );
}

function findPart(part: (typeof PARTS)[number], path: string, engines: readonly EngineReport[]): PartReport {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const found = part.programs.find((program) => folders.some((folder) => existsSync(join(folder, program))));
  return {
    name: found ?? part.programs.join(' or '),
    available: found !== undefined,
    unlocked: found !== undefined && engines.some(({ name, available }) => name === part.engine && available),
    engine: part.engine,
    unlocks: part.unlocks,
    install: part.install,
  };
}

function render(engines: readonly EngineReport[], optional: readonly PartReport[]): string {
  const lines = ['Engines'];
  for (const engine of engines) {
    lines.push(`  ${mark(engine.available)} ${engine.name}: ${engine.why}`);
    if (!engine.available) continue;
    for (const [danger, mechanism] of Object.entries(engine.isolation)) {
      lines.push(`      ${danger}: ${mechanism ?? 'not kept out'}`);
    }
  }
  lines.push('Optional parts');
  for (const part of optional) lines.push(`  ${mark(part.unlocked)} ${part.name}: ${partWords(part)}`);
  return lines.join('\n');
}

function partWords({ available, unlocked, engine, unlocks, install }: PartReport): string {
  if (unlocked) return `unlocks ${unlocks}`;
  return available
    ? `is here, but the ${engine} engine cannot run; what it lacks is said above`
    : `unlocks ${unlocks} (${install})`;
}

function mark(available: boolean): string {
  return available ? '✓' : '✗';
}
