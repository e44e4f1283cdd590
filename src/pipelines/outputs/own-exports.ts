import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../filesystem/index.js';
import { generationFileNames as names } from '../recipe/generation-files.js';

/** Lists, in the folder of the run, the exports that it began to pack. */
const FILE = 'exported.json';

/** Exports of a run that it packed itself, by their path in the output folder: a resume replaces them, and nothing else that is there. */
export async function ownExports(folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(folder, names.runFolder, FILE), 'utf8').catch(() => '[]');
  try {
    const listed: unknown = JSON.parse(text);
    return new Set(Array.isArray(listed) ? listed.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Writes down that the run is going to pack an export, before it does. */
export async function claimExport(folder: string, file: string): Promise<void> {
  const own = [...new Set([...(await ownExports(folder)), file])].sort();
  await writeFileAtomically(join(folder, names.runFolder, FILE), `${JSON.stringify(own)}\n`);
}
