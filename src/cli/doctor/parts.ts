import { probeBrowser } from '../../environments/internal.js';
import type { EngineName, EngineProgram } from '../../sandbox/index.js';
import { findEngineProgram } from '../../sandbox/internal.js';
import { probeMcpPackages } from '../../tools/internal.js';
import type { EngineReport } from './engine-report.js';

/** Something that is no dependency of Mettle, and what it makes possible here. */
export interface PartReport {
  readonly name: string;
  /** Whether it is installed. */
  readonly available: boolean;
  /** Whether what it unlocks works: it is installed and its engine, if it is of one, uses it. */
  readonly unlocked: boolean;
  /** Whether it was put to use to find that out, as the engines are; else it was only found. */
  readonly tried: boolean;
  /** The engine that it is for; null for what is for none. */
  readonly engine: EngineName | null;
  readonly unlocks: string;
  readonly install: string;
}

interface Part {
  /** The program that has to be there; null for an engine that Mettle installs itself. */
  readonly program: EngineProgram | null;
  readonly engine: EngineName;
  readonly unlocks: string;
  readonly install: string;
  /** Whether the engine uses it. Default: whenever the engine can run. */
  readonly isUsed?: (engine: EngineReport) => boolean;
}

const PULL = 'docker pull python:3-slim';

const LINUX_PARTS: readonly Part[] = [
  {
    program: 'python3',
    engine: 'cpython',
    unlocks: 'confined CPython, which auto prefers',
    install: 'apt-get install python3',
  },
  {
    program: 'bwrap',
    engine: 'cpython',
    unlocks: 'the strongest confinement of CPython (Landlock is tried without it)',
    install: 'apt-get install bubblewrap',
    isUsed: ({ confinement }) => confinement === 'bubblewrap',
  },
  {
    program: 'docker',
    engine: 'docker',
    unlocks: 'CPython in containers',
    install: `apt-get install docker.io, then ${PULL}; or set METTLE_CONTAINER_PROGRAM=podman`,
  },
];

const OTHER_PARTS: readonly Part[] = [
  {
    program: 'docker',
    engine: 'docker',
    unlocks: 'CPython in containers, which auto prefers',
    install: `install Docker (https://docs.docker.com/get-docker), then ${PULL}`,
  },
];

const MONTY: Part = {
  program: null,
  engine: 'monty',
  unlocks: 'runs in microseconds, and suspended runs that can be saved',
  install: 'npx --no mettle install monty',
};

/** What can be installed on this platform, and whether it is there and used. */
export function reportParts(
  engines: readonly EngineReport[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly PartReport[] {
  const parts = process.platform === 'linux' ? LINUX_PARTS : OTHER_PARTS;
  return [
    ...[...parts, MONTY].map((part) => reportPart(part, engines, environment)),
    ...probeMcpPackages().map((found) => ({
      ...found,
      unlocked: found.available,
      tried: false,
      engine: null,
    })),
    ...probeBrowser(environment).map((found) => ({
      ...found,
      unlocked: found.available,
      tried: false,
      engine: null,
    })),
  ];
}

function reportPart(
  { program, engine, unlocks, install, isUsed }: Part,
  engines: readonly EngineReport[],
  environment: Readonly<Record<string, string | undefined>>,
): PartReport {
  const unlocked = engines.some((report) => report.name === engine && (isUsed?.(report) ?? report.available));
  const isThere = program !== null && findEngineProgram(program, environment) !== null;
  return {
    name: program ?? engine,
    available: isThere || unlocked,
    unlocked,
    tried: true,
    engine,
    unlocks,
    install,
  };
}
