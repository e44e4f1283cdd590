import { sandboxError } from '../../error-codes.js';
import { MONTY_VERSION } from '../version.js';

/** A wheel of the pinned version on the Python package index. */
export interface Wheel {
  readonly fileName: string;
  readonly bytes: number;
  /** Of the wheel, in hexadecimal. */
  readonly sha256: string;
}

/** What a wheel is chosen by. */
export interface WheelHost {
  readonly platform: NodeJS.Platform;
  /** As `process.arch` has it. */
  readonly arch: string;
  /** The version of glibc that this process runs with; null where there is none, as on Alpine. */
  readonly glibc: string | null;
}

/** The project on the index. */
export const PROJECT = 'pydantic-monty-runtime';

function wheel(tag: string, bytes: number, sha256: string): Wheel {
  return { fileName: `pydantic_monty_runtime-${MONTY_VERSION}-py3-none-${tag}.whl`, bytes, sha256 };
}

/** Every wheel of the pinned version, by platform, processor and C library. */
export const WHEELS: Readonly<Record<string, Wheel>> = {
  'linux-x64-glibc': wheel(
    'manylinux_2_28_x86_64',
    14_726_134,
    'ff6301049a8e2f3407188dd174a749f2f2af6f82a2bc993c707dbebf44dcf651',
  ),
  'linux-arm64-glibc': wheel(
    'manylinux_2_28_aarch64',
    14_209_091,
    'fabe933bb157910aeb61b705c19500d8675b4033215bdb93bc7da1ee9a22a6c9',
  ),
  'linux-x64-static': wheel(
    'musllinux_1_1_x86_64',
    13_021_113,
    'af1f5d41c32207a2ecd9a9c4277290911c6e5f37299588097c7ff83240bb665c',
  ),
  'linux-arm64-static': wheel(
    'musllinux_1_1_aarch64',
    12_315_943,
    'ae4e68d623b9038f8a41baa95e06e8d32402ad972120b068d14c336bb924eb03',
  ),
  'darwin-x64': wheel(
    'macosx_10_12_x86_64',
    12_643_236,
    '9ba7ad3163cbf601d7d36e5c9b6edb7b1625f27683a910885682d224edb8c05e',
  ),
  'darwin-arm64': wheel(
    'macosx_11_0_arm64',
    13_763_884,
    '317edf6c62ea62c8a0f456ec13be889387cd16a917441fc087953cae042e6d75',
  ),
  'win32-x64': wheel(
    'win_amd64',
    13_250_757,
    'c2f5a7503288087669f7c5c6131dc9b68a26dfabf07d5fb36df33ff475afbe61',
  ),
  'win32-ia32': wheel(
    'win32',
    12_392_040,
    '30c393985843e836b32e1ceb18c251661e54984bb1e992b7a88d5e897679af01',
  ),
};

/** The oldest glibc that the dynamic Linux files run with; older ones get the static file, which is slower. */
const MIN_GLIBC = [2, 28] as const;

/** This machine. */
export function thisWheelHost(): WheelHost {
  const { platform, arch } = process;
  return { platform, arch, glibc: platform === 'linux' ? glibcVersion() : null };
}

/** The wheel for a machine. Throws `sandbox/no_engine` where there is none. */
export function wheelFor({ platform, arch, glibc }: WheelHost): Wheel {
  const library = platform === 'linux' ? (isNewEnough(glibc) ? '-glibc' : '-static') : '';
  const found = WHEELS[`${platform}-${arch}${library}`];
  if (found !== undefined) return found;
  throw sandboxError(
    'no_engine',
    `there is no monty ${MONTY_VERSION} for ${platform} on ${arch}; use the engine docker`,
  );
}

function isNewEnough(glibc: string | null): boolean {
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number);
  return major > MIN_GLIBC[0] || (major === MIN_GLIBC[0] && minor >= MIN_GLIBC[1]);
}

function glibcVersion(): string | null {
  const report: unknown = process.report?.getReport();
  const header: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, 'header') : null;
  const version: unknown =
    typeof header === 'object' && header !== null ? Reflect.get(header, 'glibcVersionRuntime') : null;
  return typeof version === 'string' ? version : null;
}
