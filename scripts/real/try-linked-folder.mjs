/** Whether code runs on a folder whose `node_modules` are links into a store, as pnpm lays them out. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder itself: `node_modules` is among what Python isn't shown unless asked for. */
const PROGRAM = "print('linked' in open('package.json').read())";

export function tryLinkedFolder(root, cache) {
  const what = 'mettle run --workdir on linked node_modules';
  const folder = join(cache, 'linked');
  if (!existsSync(join(folder, 'node_modules'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'package.json'),
      '{"name":"linked","private":true,"dependencies":{"express":"5.1.0"}}',
    );
    const npm = [
      'install',
      '--install-strategy=linked',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--silent',
    ];
    const { status, stderr } = spawnSync('npm', npm, { cwd: folder, encoding: 'utf8' });
    if (status !== 0)
      return { what, tried: 0, faults: {}, skipped: stderr.trim().split('\n')[0] || 'npm install failed' };
  }
  const args = [join(root, 'dist', 'cli', 'main.js'), 'run', '-c', PROGRAM, '--workdir', folder, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status === 3) return { what, tried: 0, faults: {}, skipped: stderr.trim().split('\n')[0] };
  const said =
    status === 0
      ? JSON.parse(stdout).stdout.trim()
      : `exit code ${status}: ${(stdout || stderr).slice(0, 300)}`;
  return { what, tried: 1, faults: said === 'True' ? {} : { express: said } };
}
