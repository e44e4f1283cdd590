import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import type { MettleError } from '../../../../core/index.js';
import { counted } from '../../../../core/internal.js';
import { writeFileAtomically } from '../../../../filesystem/index.js';
import type { CommandIo } from '../../../command.js';
import { cliError } from '../../../error-codes.js';
import { usageError } from '../../../parse-option.js';
import { readTextInput } from '../../../read-text-input.js';
import type { TableResult, WrittenFiles } from './table-report.js';

/** Where a table is to be written. */
export interface TableTarget {
  /** Null when it is only to be shown. */
  readonly path: string | null;
  readonly isInPlace: boolean;
  /** Whether a person said beforehand that it may be written. */
  readonly isAgreed: boolean;
}

/** `clean.unsure.csv` for `clean.csv`. */
function unsurePath(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.unsure${ext}`);
}

/** Refuses a target that would overwrite what was read, or that nobody agreed to, before any work is done. */
export async function checkTarget(
  target: TableTarget,
  sources: { readonly fix: string; readonly data: string },
  io: CommandIo,
): Promise<void> {
  if (target.path === null) return;
  if (target.isInPlace && !target.isAgreed && !io.stdinIsTerminal) {
    throw usageError(`--in-place replaces ${sources.data}; without a terminal to ask at, it needs --yes.`);
  }
  const place = resolve(io.cwd, target.path);
  const parent = await stat(dirname(place)).catch(() => null);
  if (parent?.isDirectory() !== true)
    throw unwritable(`${target.path}: its folder does not exist; create it first.`);
  if ((await stat(place).catch(() => null))?.isDirectory() === true) {
    throw unwritable(`${target.path} is a folder; name a file.`);
  }
  const read = { [sources.fix]: 'the examples', [sources.data]: 'the table itself' };
  for (const [source, what] of Object.entries(read)) {
    for (const written of target.isInPlace
      ? [unsurePath(target.path)]
      : [target.path, unsurePath(target.path)]) {
      if (!(await isSameFile(resolve(io.cwd, written), resolve(io.cwd, source)))) continue;
      const way =
        what === 'the table itself' ? 'name another file, or use --in-place' : 'name another file with --out';
      throw unwritable(`${written} would be written and is ${what}; ${way}.`);
    }
  }
}

/** Whether two paths lead to one file. */
export async function isSameFile(left: string, right: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [left, right].map((path) => realpath(path).catch(() => resolve(path))),
  );
  return one === other;
}

/**
 * Writes the table and, when there are any, the rows that are unsure, each as a whole or not at all. A person at a
 * terminal is asked first.
 *
 * @returns null when the person said no.
 * @throws {MettleError} `cli/changed_meanwhile` when the table to replace is not what was read any more.
 */
export async function writeTable(
  result: TableResult,
  target: TableTarget,
  io: CommandIo,
): Promise<WrittenFiles | null> {
  const { rows, data, fix, task } = result;
  if (target.path === null || rows === null) return { output: null, unsureOutput: null };
  const values = new Map(rows.changed.map(({ index, after }) => [index, after] as const));
  const changes = { column: task.column, values, asNumbers: fix.holdsNumbers(task.column) };
  const place = target.isInPlace
    ? await realpath(resolve(io.cwd, target.path))
    : resolve(io.cwd, target.path);
  const unsure =
    rows.unsure.length === 0
      ? null
      : {
          path: unsurePath(target.path),
          place: resolve(io.cwd, unsurePath(target.path)),
          text: data.render({ ...changes, only: new Set(rows.unsure.map(({ index }) => index)) }),
        };
  const isLost = unsure !== null && (await holdsOther(unsure.place, unsure.text));
  if (!target.isAgreed && io.stdinIsTerminal) {
    const also = unsure === null ? '' : `, ${counted(rows.unsure.length, 'unsure row')} to ${unsure.path}`;
    const over = isLost ? ', which exists' : '';
    if (
      !(await io.confirm(
        `Write ${counted(rows.changed.length, 'changed row')} to ${target.path}${also}${over}?`,
      ))
    )
      return null;
  } else if (isLost && !target.isAgreed) {
    throw unwritable(`${unsure.path} exists and holds other rows; move it away, or add --yes.`);
  }
  if (target.isInPlace && (await readTextInput(data.name, io, { keepByteOrderMark: true })) !== data.text) {
    throw cliError(
      'changed_meanwhile',
      `${data.name} was changed while the column was learned; nothing was written. Run the command again.`,
    );
  }
  if (unsure !== null) await writeFileAtomically(unsure.place, unsure.text);
  await writeFileAtomically(place, data.render(changes));
  return { output: target.path, unsureOutput: unsure?.path ?? null };
}

async function holdsOther(place: string, text: string): Promise<boolean> {
  const found = await readFile(place).catch(() => null);
  return found !== null && !found.equals(Buffer.from(text));
}

function unwritable(message: string): MettleError {
  return cliError('unwritable_output', message);
}
