import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { writeFileAtomically } from '../../../filesystem/index.js';
import { rewardClient } from '../../../gym/internal.js';
import type { CommandCall, CommandIo } from '../../command.js';
import { cliError } from '../../error-codes.js';
import { usageError } from '../../parse-option.js';
import { whyUnreadable } from '../../read-text-input.js';

/** Writes the client for trainers in Python to the file of `--python`, unless the file there is something else. */
export async function writePythonClient({ options }: CommandCall, io: CommandIo): Promise<void> {
  if (options.python === undefined) return;
  const shown = String(options.python);
  if (!/^[A-Za-z_]\w*\.py$/.test(basename(shown))) {
    throw usageError(`--python takes the name of a Python module, such as mettle_reward.py; got "${shown}".`);
  }
  const path = resolve(io.cwd, shown);
  const source = rewardClient();
  const [ownFirstLine = ''] = source.split('\n', 1);
  const there = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw cliError('cannot_read', `Cannot read ${shown}: ${whyUnreadable(error)}`, { cause: error });
  });
  if (there === source) return;
  if (there !== null && !there.startsWith(ownFirstLine)) {
    throw usageError(
      `${shown} is not a client that mettle wrote, so it is left as it is: choose another name.`,
    );
  }
  await writeFileAtomically(path, source);
  io.say(`Wrote ${shown}.`);
}
