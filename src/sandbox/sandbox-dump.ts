import type { FileTreeSnapshot } from '../filesystem/index.js';
import type { HistoryEntry, SandboxLimits } from './contract.js';
import { decodeMarshal } from './cpython/marshal-decode.js';
import { encodeMarshal } from './cpython/marshal-encode.js';
import { sandboxError } from './error-codes.js';
import type { PythonValue } from './python-value.js';
import { seal, unseal } from './sealed-bytes.js';

/** A whole sandbox as data. Host functions are not in it. */
export interface SandboxDump {
  readonly engine: string;
  readonly limits: SandboxLimits;
  readonly environment: Readonly<Record<string, string>>;
  /** Clock and chance where they were set, absent in older dumps; the time in milliseconds since 1970. */
  readonly deterministic?: {
    readonly now: number;
    readonly timezone: string;
    readonly seed: number | string;
  } | null;
  /** The sandbox's inputs, as {@link packInputs} writes them. */
  readonly inputs: string;
  /** Whether the namespace has not been given the inputs yet. */
  readonly inputsPending: boolean;
  readonly runs: number;
  readonly history: readonly HistoryEntry[];
  readonly files: FileTreeSnapshot;
  /** The run that waits, when this is the dump of one. */
  readonly suspended: {
    readonly code: string;
    readonly file: string | null;
    readonly limits: SandboxLimits;
    readonly suspendOn: readonly string[];
  } | null;
  /** The engine's own bytes: the namespace, or the waiting run. */
  readonly state: Uint8Array;
}

/** Inputs as text that JSON can hold. */
export function packInputs(inputs: Readonly<Record<string, PythonValue>>): string {
  return Buffer.from(encodeMarshal(inputs)).toString('base64');
}

/** The inputs that {@link packInputs} wrote. */
export function unpackInputs(text: string): Readonly<Record<string, PythonValue>> {
  // The signature says that the text is one that packInputs made, of an object.
  return decodeMarshal(Buffer.from(text, 'base64')) as Readonly<Record<string, PythonValue>>;
}

/** Writes a dump as signed bytes. */
export function writeSandboxDump(key: Uint8Array, dump: SandboxDump): Uint8Array {
  const { state, ...header } = dump;
  return seal(key, header, state);
}

/**
 * Reads signed bytes back. Throws `sandbox/invalid_dump` when they are no dump or not signed with this key, and when
 * the dump is of the other kind than `suspended` says.
 */
export function readSandboxDump(key: Uint8Array, bytes: Uint8Array, suspended: boolean): SandboxDump {
  const { header, body } = unseal(key, bytes);
  // The signature says that the header is one that writeSandboxDump made.
  const dump = { ...(header as Omit<SandboxDump, 'state'>), state: body };
  if ((dump.suspended !== null) === suspended) return dump;
  throw sandboxError(
    'invalid_dump',
    suspended
      ? 'this is the dump of a sandbox, not of a suspended run; pass it to loadSandbox'
      : 'this is the dump of a suspended run; pass it to resumeRun',
  );
}
