import { defineOptions, option } from '../../core/index.js';
import type { Trajectory } from '../trajectory.js';
import {
  type EncodedTrajectories,
  isPacked,
  type PackedFormat,
  type PackOptions,
  type TrajectoryFormat,
} from './trajectory-format.js';

/** How {@link exportTrajectories} writes. */
export interface ExportOptions extends PackOptions {
  readonly format: TrajectoryFormat | PackedFormat;
  /** The file, or the folder where the format is one. */
  readonly path: string;
}

const checkOptions = defineOptions<ExportOptions>()('exportTrajectories', {
  format: option.required(option.object),
  path: option.required(option.string),
  license: option.string,
});

/**
 * Writes trajectories in the form of another program, whole or not at all. They are taken one after another, so that files larger than memory
 * can be written; the reasons why some were skipped or reduced are kept.
 *
 * @example
 * ```ts
 * import { atifJsonl, exportTrajectories } from 'mettle/records';
 *
 * const { records } = await exportTrajectories([], { format: atifJsonl, path: 'runs.atif.jsonl' });
 * console.log(records); // → 0
 * ```
 * @throws {MettleError} `core/invalid_option`; `records/output_exists` for a folder; `records/parquet_unavailable`; `filesystem/host_write_failed`.
 */
export async function exportTrajectories(
  trajectories: Iterable<Trajectory> | AsyncIterable<Trajectory>,
  options: ExportOptions,
): Promise<Omit<EncodedTrajectories, 'text'>> {
  const { format, path, ...packing } = checkOptions(options);
  const skipped: EncodedTrajectories['skipped'][number][] = [];
  const reduced: EncodedTrajectories['skipped'][number][] = [];
  let records = 0;
  async function* texts(): AsyncGenerator<string, void, undefined> {
    for await (const trajectory of trajectories) {
      const encoded = format.encode([trajectory]);
      records += encoded.records;
      skipped.push(...encoded.skipped);
      reduced.push(...(encoded.reduced ?? []));
      if (encoded.text !== '') yield encoded.text;
    }
  }
  if (!isPacked(format)) {
    const { openAtomicFile } = await import('../../filesystem/internal.js');
    await using file = await openAtomicFile(path);
    for await (const text of texts()) await file.write(text);
    await file.commit();
  } else {
    await format.prepare(path, packing);
    ({ records } = await format.pack(texts(), path, packing));
  }
  return { records, skipped, ...(reduced.length === 0 ? {} : { reduced }) };
}
