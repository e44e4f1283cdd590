/** The licences of packages whose code is part of the built files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE = /^(licen[cs]e|copying|notice)/i;

/**
 * Writes `dist/THIRD_PARTY_NOTICES.txt` for the packages that `modules`, absolute paths, belong to.
 *
 * @throws {Error} where a package has no licence text
 */
export function writeNotices(root, modules) {
  const names = new Set(
    modules.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
  const notices = [...names].sort().map((name) => notice(join(root, 'node_modules', name)));
  const head = 'The files of this folder contain code of the packages below, under their licences.';
  writeFileSync(
    join(root, 'dist', 'THIRD_PARTY_NOTICES.txt'),
    [head, ...notices].join(`\n\n${'='.repeat(78)}\n\n`),
  );
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENCE.test(file));
  if (files.length === 0) throw new Error(`${name} has no licence text to put beside its code`);
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
