import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defineOptions, type JsonObject, option } from '../../core/index.js';
import { createCodingEnvironment } from '../../environments/index.js';
import { createFileTree, type FileTree, writeFileAtomically } from '../../filesystem/index.js';
import { writeTaskFile } from '../../generation/index.js';
import { type EnvironmentConfig, writeTrajectoryFile } from '../../records/index.js';
import { openNewFolder } from '../../records/internal.js';
import type { SessionTest, SessionTestOptions } from './session-test.js';

/** Bytes of starting files up to which a test holds a copy of them. */
const MOST_COPIED = 2 ** 25;

const checkOptions = defineOptions<Pick<SessionTestOptions, 'workdir' | 'files'>>()('writeSessionTest', {
  workdir: option.text,
  files: option.record,
});

/**
 * Writes the test of a session as a folder that is whole or isn't there: `world.json` and `files/`, the world as it was at the start; `tasks.jsonl` and `queries.json`, the
 * task; `session.jsonl`, the session as it was run again; `report.json`, what held. Of a folder with more than 32 MiB `world.json` names the place instead of
 * holding a copy.
 *
 * @throws {MettleError} `records/output_exists` where something is there already; `filesystem/host_write_failed`; as `createCodingEnvironment`.
 */
export async function writeSessionTest(
  path: string,
  test: SessionTest,
  options: Pick<SessionTestOptions, 'workdir' | 'files'> = {},
): Promise<void> {
  const { workdir, files = {} } = checkOptions(options);
  const { task, trajectory, world } = test;
  if (task === null || trajectory === null) return;
  await using folder = await openNewFolder(path);
  const tree = createFileTree({
    ...(workdir === undefined ? {} : { base: workdir }),
    files,
    ignore: ['!.git'],
  });
  const isCopied = bytesIn(tree) <= MOST_COPIED;
  if (isCopied) await copyTo(tree, join(folder.path, 'files'));
  const config = {
    ...world,
    folder: isCopied ? 'files' : workdir,
    sha256: trajectory.initialStateDigest,
  } as EnvironmentConfig;
  const { type: _, folder: __, ...described } = config;
  await using environment = await createCodingEnvironment({
    ...(described as unknown as Parameters<typeof createCodingEnvironment>[0]),
    folder: isCopied ? join(folder.path, 'files') : String(workdir),
  });
  const { expected, prompt } = task;
  const write = (name: string, value: unknown): Promise<void> =>
    writeFileAtomically(join(folder.path, name), `${JSON.stringify(value, null, 2)}\n`);
  await write('world.json', { environment: config, fingerprint: environment.fingerprint });
  await writeTaskFile(join(folder.path, 'tasks.jsonl'), [{ task, environment, seed: 0 }]);
  await write('queries.json', [
    { query: prompt, expected: { goals: expected.goals, invariants: expected.invariants } },
  ]);
  await writeTrajectoryFile(join(folder.path, 'session.jsonl'), [trajectory]);
  await write('report.json', sessionTestReport(test));
  await folder.commit();
}

/** What came of a session, as `mettle import --test --json` has it. */
export function sessionTestReport({
  steps,
  same,
  masked,
  masks,
  different,
  notRun,
  byKind,
  unchecked,
  reason,
}: SessionTest): JsonObject {
  const named = (findings: SessionTest['different']): JsonObject[] =>
    findings.map(({ callId, tool, reason: why }) => ({ call_id: callId, tool, reason: why }));
  return {
    steps,
    same,
    masked,
    masks: { ...masks },
    by_kind: Object.fromEntries(Object.entries(byKind).map(([kind, share]) => [kind, { ...share }])),
    different: named(different),
    not_run: named(notRun),
    unchecked: Object.entries(unchecked).map(([name, why]) => ({ name, reason: why })),
    reason,
  };
}

function bytesIn(tree: FileTree): number {
  return tree.files().reduce((sum, path) => sum + tree.stat(path).size, 0);
}

async function copyTo(tree: FileTree, target: string): Promise<void> {
  await mkdir(target);
  for (const path of tree.glob('**')) {
    const { kind, mode } = tree.stat(path);
    const place = join(target, path);
    if (kind === 'directory') {
      await mkdir(place, { recursive: true });
      continue;
    }
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, tree.readBytes(path));
    if ((mode & 0o100) !== 0) await chmod(place, 0o755);
  }
}
