import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { MettleError } from '../core/index.js';
import { unless } from '../testing/unless.fixture.js';
import { recoverCommit } from './commit/recover-commit.js';
import { createFileTree } from './create-file-tree.js';

/** Puts a link to a folder outside in the place of a directory, and the directory back, without pause. */
const SWAPPER = `
const { renameSync } = require('node:fs');
process.stdin.on('end', () => process.exit()).resume();
const swap = () => {
  for (let i = 0; i < 50; i++) {
    for (const [from, to] of [['docs', 'was'], ['link', 'docs'], ['docs', 'link'], ['was', 'docs']]) {
      try { renameSync(from, to); } catch {}
    }
  }
  setImmediate(swap);
};
process.stdout.write('ready');
swap();
`;

const isLinux = existsSync('/proc/self/fd');

/** Does something many times while another process swaps `base/docs` for a link to `outside`. */
async function whileSwapped(
  times: number,
  work: (base: string, round: number) => Promise<void> | void,
): Promise<string> {
  const top = mkdtempSync(join(tmpdir(), 'mettle-race-'));
  const base = join(top, 'base');
  mkdirSync(join(base, 'docs'), { recursive: true });
  mkdirSync(join(top, 'outside'));
  writeFileSync(join(base, 'docs/file'), 'inside');
  writeFileSync(join(top, 'outside/file'), 'secret');
  symlinkSync('../outside', join(base, 'link'));
  const swapper = spawn(process.execPath, ['-e', SWAPPER], { cwd: base, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => swapper.once('exit', resolve));
  await new Promise((resolve) => swapper.stdout.once('data', resolve));
  try {
    for (let round = 0; round < times; round++) await work(base, round);
  } finally {
    swapper.stdin.end();
    await ended;
  }
  return top;
}

const isTyped = (error: unknown): void => {
  if (!MettleError.isInstance(error)) throw error;
};

unless(isLinux ? null : 'not on Linux').it(
  'a directory swapped for a link while it is read never shows what is outside (Linux)',
  async () => {
    const seen = new Set<string>();
    const top = await whileSwapped(1500, (base) => {
      const tree = createFileTree({ base });
      try {
        seen.add(tree.readText('docs/file'));
      } catch (error) {
        isTyped(error);
      }
    });
    rmSync(top, { recursive: true });
    expect([...seen].filter((text) => text !== 'inside')).toEqual([]);
  },
);

unless(isLinux ? null : 'not on Linux').it(
  'a directory swapped for a link during commits never lets one write outside (Linux)',
  async () => {
    const top = await whileSwapped(60, async (base, round) => {
      const tree = createFileTree({ base });
      try {
        tree.writeText('docs/file', `round ${round}`);
        tree.writeText(`docs/new-${round}`, 'new');
        await tree.commit(base, { expect: await tree.review(base), acceptStale: true });
      } catch (error) {
        isTyped(error);
        recoverCommit(base);
      }
    });
    expect(readdirSync(join(top, 'outside'))).toEqual(['file']);
    expect(readFileSync(join(top, 'outside/file'), 'utf8')).toBe('secret');
    rmSync(top, { recursive: true });
  },
);
