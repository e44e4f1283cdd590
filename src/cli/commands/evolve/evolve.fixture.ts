import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { InputOutput } from '../../../training/index.js';
import { type CommandLineResult, callCommandLine } from '../../command-line.fixture.js';

/** An empty folder for each test of a file, in which `mettle evolve` runs. */
export interface TaskFolder {
  readonly folder: string;
  /** Calls `mettle evolve` in it. */
  readonly evolve: (...argv: readonly string[]) => Promise<CommandLineResult>;
  /** Writes a file in it: a text as it is, else as JSON. */
  readonly put: (name: string, value: unknown) => Promise<void>;
}

/** Makes the folder before each test, and removes it afterwards. */
export function useTaskFolder(): TaskFolder {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mettle-evolve-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return {
    get folder() {
      return folder;
    },
    evolve: (...argv) => callCommandLine(['evolve', ...argv], { cwd: folder }),
    put: (name, value) =>
      writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value)),
  };
}

/** A task as a file holds it. */
export interface Task {
  readonly description?: string;
  readonly examples: readonly InputOutput[];
}

/** A task that the search solves at once. */
export const surnames: Task = {
  description: 'Family name in capitals',
  examples: [
    'Ada Lovelace',
    'Alan Turing',
    'Grace Hopper',
    'Ken Thompson',
    'Tim Lee',
    'Radia Perlman',
    'Ed Codd',
    'Ann Lee',
  ].map((input) => ({ input, output: input.split(' ')[1]?.toUpperCase() ?? '' })),
};

/** A task on grids, with a test pair. */
export const mirrored: { readonly train: readonly InputOutput[]; readonly test: readonly InputOutput[] } = {
  train: [[[1, 0]], [[2, 3, 0]], [[4, 4, 5]]].map((input) => ({
    input,
    output: input.map((row) => [...row].reverse()),
  })),
  test: [{ input: [[6, 7, 0, 0]], output: [[0, 0, 7, 6]] }],
};

/** A task without a rule. */
export const noise: Task = {
  examples: [3, 1, 4, 1, 5, 9].map((output, index) => ({
    input: `n${index}${index * 7}`,
    output: output * 1237,
  })),
};
