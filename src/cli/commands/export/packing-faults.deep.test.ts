import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import { NOT_BUILT } from '../../../testing/run-alone.fixture.js';
import { unless } from '../../../testing/unless.fixture.js';

const command = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));
const KILLS = Number(process.env.METTLE_KILLS ?? 10) / 2;
const FORMATS = ['harbor', 'huggingface', 'sts', 'parquet'];
const ALL = ['--include', 'failed,not_checked,errors,unverified,refuted', '--split', 'any'];

let folder = '';
const environment = () => ({ ...process.env, XDG_STATE_HOME: join(folder, 'state') });
const options = () => ({ cwd: folder || tmpdir(), encoding: 'utf8', env: environment() }) as const;
const exporting = (format: string, out: string) => [
  process.execPath,
  command,
  'export',
  'made/trajectories.jsonl',
  '--format',
  format,
  '--out',
  out,
  '--quiet',
  ...ALL,
];

/** Each file below a path, by its name, or the one file that is there. */
function bytesOf(path: string): Readonly<Record<string, string>> {
  if (statSync(path).isFile()) return { '': readFileSync(path, 'base64') };
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.flatMap((name) =>
      statSync(join(path, name)).isFile() ? [[name, readFileSync(join(path, name), 'base64')]] : [],
    ),
  );
}

const { it } = unless(NOT_BUILT);
beforeAll(() => {
  if (NOT_BUILT !== '') return;
  folder = mkdtempSync(join(tmpdir(), 'mettle-packing-'));
  const made = ['generate', '--env', 'sql', '--count', '80', '--policy', 'mixed', '--out', 'made'];
  expect(spawnSync(process.execPath, [command, ...made], options()).stderr).not.toContain('mettle generate:');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(FORMATS)(
  '%s is whole or not there after kills at drawn moments, and is made whole later',
  async (format) => {
    const [node = '', ...args] = exporting(format, `calm-${format}`);
    const calm = spawnSync(node, args, options());
    const whole = bytesOf(join(folder, `calm-${format}`));
    expect(Object.keys(whole).length).toBeGreaterThan(0);
    const place = join(folder, `of-${format}`);
    mkdirSync(place);
    const out = join(place, 'out');
    const chance = new RandomStream(1, format);
    /** Files and folders beside the output, of which the work in progress is made. */
    const begun = () => readdirSync(place, { recursive: true }).length;
    const [again = '', ...same] = exporting(format, out);
    let met = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const least = kill === 0 ? 1 : chance.integer(1, Object.keys(whole).length + 2);
      const left = begun();
      const child = spawn(again, [...same, '--resume'], { cwd: folder, env: environment(), stdio: 'ignore' });
      const exited = once(child, 'exit');
      while (child.exitCode === null && begun() - left < least) await wait(1);
      child.kill('SIGKILL');
      const [, signal] = await exited;
      if (signal === 'SIGKILL') met += 1;
      if (!existsSync(out)) continue;
      expect(bytesOf(out)).toEqual(whole);
      rmSync(out, { recursive: true });
    }
    expect(met).toBeGreaterThan(0);
    expect(spawnSync(again, [...same, '--resume'], options()).status).toBe(calm.status);
    expect(bytesOf(out)).toEqual(whole);
  },
);

/** Runs a command with a disk of its own at a folder, of so many KiB, and lists what is on it afterwards. */
function onSmallDisk(place: string, size: number, given: readonly string[]) {
  const script = `mount -t tmpfs -o size=${size}k none "$0" && { "$@"; code=$?; ls -A "$0" >&2; exit $code; }`;
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, place, ...given];
  return spawnSync('unshare', args, options());
}

const hasDisk =
  NOT_BUILT || (onSmallDisk(tmpdir(), 64, ['true']).status === 0 ? '' : 'no small disk can be made here');
unless(hasDisk).it.each(FORMATS)('%s leaves nothing on a disk that is full', (format) => {
  const place = join(folder, `disk-${format}`);
  mkdirSync(place);
  const codes = new Set<number | null>();
  for (const size of [16, 64, 256, 512, 1024, 2048, 65_536]) {
    const { status, stdout, stderr } = onSmallDisk(place, size, exporting(format, join(place, 'out')));
    codes.add(status);
    if (status === 2) {
      expect(stderr.trim().split('\n'), `${size} KiB`).toEqual([expect.stringContaining('the disk is full')]);
      expect(stdout).toBe('');
    } else expect(stderr.trim(), `${size} KiB`).toBe('out');
  }
  expect(codes.size).toBe(2);
  expect(codes).toContain(2);
});
