import type { JsonObject } from '../core/index.js';
import { type OptionKinds, option } from '../core/index.js';
import { inMask, JsonDataModel, type MaskOptions, outMask } from '../data/index.js';

/** Which fields of an answer are judged, on both sides, as `inMask` and `outMask` of data models choose them. */
export interface JudgedFields {
  /** Only these fields, by name. Default: all. */
  readonly inMask?: readonly string[];
  /** Not these fields, by name. */
  readonly outMask?: readonly string[];
  /** Only fields whose name holds a match of this regular expression. */
  readonly inMaskPattern?: string;
  /** Not fields whose name holds a match of this regular expression. */
  readonly outMaskPattern?: string;
  /** Whether fields inside objects and lists are chosen too. Default true. */
  readonly recursive?: boolean;
}

/** The kinds of {@link JudgedFields}. */
export const JUDGED_FIELDS: OptionKinds<JudgedFields> = {
  inMask: option.list(option.string),
  outMask: option.list(option.string),
  inMaskPattern: option.string,
  outMaskPattern: option.string,
  recursive: option.boolean,
};

/**
 * The judged part of a record.
 *
 * @throws {MettleError} `data/invalid_mask`, at once and not with the first record.
 */
export function judgedPart(fields: JudgedFields): (record: JsonObject) => JsonObject {
  const { recursive = true } = fields;
  const keep = maskOf(fields.inMask, fields.inMaskPattern, recursive);
  const drop = maskOf(fields.outMask, fields.outMaskPattern, recursive);
  if (keep === null && drop === null) return (record) => record;
  const part = (record: JsonObject): JsonObject => {
    let data = new JsonDataModel({ schema: { type: 'object' }, json: record });
    if (keep !== null) data = inMask(data, keep);
    if (drop !== null) data = outMask(data, drop);
    return data.json;
  };
  part({ field: null });
  return part;
}

function maskOf(
  mask: readonly string[] | undefined,
  pattern: string | undefined,
  recursive: boolean,
): MaskOptions | null {
  if (mask === undefined && pattern === undefined) return null;
  return {
    recursive,
    ...(mask === undefined ? {} : { mask }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}
