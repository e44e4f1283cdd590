import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import type { MettleError } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import { sandboxError } from '../../error-codes.js';
import { binaryName } from '../find-binary.js';
import type { Wheel } from './wheels.js';

/** What an installation takes out of a wheel. */
export interface UnpackedWheel {
  readonly binary: Uint8Array;
  /** Of the binary, in hexadecimal. */
  readonly sha256: string;
  /** The bill of materials: every part of the binary with its licence. */
  readonly billOfMaterials: Uint8Array;
}

const MAX_FILE_BYTES = 100_000_000;

/**
 * The binary in a wheel, after the hash of the wheel and the one that the wheel records for the binary were checked.
 *
 * @throws {MettleError} `sandbox/install_failed` for a wheel that is not the pinned one or lacks a part.
 */
export function unpackWheel(bytes: Uint8Array, wheel: Wheel, platform: NodeJS.Platform): UnpackedWheel {
  const found = digest(bytes, 'hex');
  if (found !== wheel.sha256) throw failure(wheel, `its sha256 is ${found}, and must be ${wheel.sha256}`);
  const files = entries(bytes, wheel);
  const path = [...files.keys()].find((name) => name.endsWith(`.data/scripts/${binaryName(platform)}`));
  const record = [...files].find(([name]) => name.endsWith('.dist-info/RECORD'))?.[1];
  const billOfMaterials = [...files].find(([name]) => /\.dist-info\/sboms\/[^/]+\.json$/.test(name))?.[1];
  const binary = path === undefined ? undefined : files.get(path);
  if (path === undefined || binary === undefined || record === undefined || billOfMaterials === undefined) {
    throw failure(wheel, 'it lacks the binary, its record or its bill of materials');
  }
  const recorded = `${path},sha256=${digest(binary, 'base64url')},${binary.length}`;
  if (!Buffer.from(record).toString('utf8').split(/\r?\n/).includes(recorded)) {
    throw failure(wheel, 'the binary is not the one that the wheel records');
  }
  return { binary, sha256: digest(binary, 'hex'), billOfMaterials };
}

function entries(bytes: Uint8Array, wheel: Wheel): ReadonlyMap<string, Uint8Array> {
  try {
    const wanted = /\.data\/scripts\/[^/]+$|\.dist-info\/(?:RECORD|sboms\/[^/]+\.json)$/;
    const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean =>
      wanted.test(name) && originalSize <= MAX_FILE_BYTES;
    return new Map(Object.entries(unzipSync(bytes, { filter })));
  } catch (thrown) {
    throw failure(wheel, errorMessage(thrown));
  }
}

function digest(bytes: Uint8Array, encoding: 'hex' | 'base64url'): string {
  return createHash('sha256').update(bytes).digest(encoding);
}

function failure({ fileName }: Wheel, why: string): MettleError {
  return sandboxError('install_failed', `${fileName} cannot be used: ${why}`);
}
