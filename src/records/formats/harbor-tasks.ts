import type { JsonObject } from '../../core/index.js';
import { harborTask } from './harbor-task.js';
import { EachTaskOnce, jsonRows } from './json-rows.js';
import { lineFormat } from './line-format.js';
import { checkPackOptions, type PackedFormat } from './trajectory-format.js';

/**
 * Tasks for Harbor, schema 1.4: a folder of task folders, each task once, however many runs of it there are. The world becomes an SQLite
 * database that the agent works on with `python3`; a separate verifier compares what it left with what the task expects, without Mettle.
 * SQL worlds whose rows the record's provenance holds can be written, with answers and with facts to bring about.
 */
export const harborTasks: PackedFormat = {
  ...lineFormat(
    { name: 'harbor', extension: '', description: 'task folders with a verifier, for Harbor' },
    harborTask,
  ),
  prepare: async (path, options) => {
    checkPackOptions(options ?? {});
    const { checkNothingThere } = await import('./new-folder.js');
    await checkNothingThere(path);
  },
  pack: async (lines, path, options) => {
    checkPackOptions(options ?? {});
    const [{ openNewFolder }, { chmod, mkdir }, { dirname, join }, { writeFileAtomically }] =
      await Promise.all([
        import('./new-folder.js'),
        import('node:fs/promises'),
        import('node:path'),
        import('../../filesystem/index.js'),
      ]);
    await using folder = await openNewFolder(path);
    const tasks = new EachTaskOnce();
    let records = 0;
    for await (const { row } of jsonRows(lines)) {
      if (!tasks.isNew(String(row.key))) continue;
      for (const [name, text] of Object.entries(row.files as JsonObject)) {
        const file = join(folder.path, String(row.name), name);
        await mkdir(dirname(file), { recursive: true });
        await writeFileAtomically(file, String(text));
        if (name.endsWith('.sh')) await chmod(file, 0o755);
      }
      records += 1;
    }
    await folder.commit();
    return { records, repeated: tasks.repeated };
  },
};
