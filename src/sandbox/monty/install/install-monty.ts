import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineOptions, MettleError, option } from '../../../core/index.js';
import { sandboxError } from '../../error-codes.js';
import { type BinaryHost, binaryName, cacheFolder, thisHost } from '../find-binary.js';
import { MONTY_VERSION } from '../version.js';
import { fetchBytes, shownAddress } from './fetch-bytes.js';
import { findWheel, indexAddress } from './find-wheel.js';
import { LICENCE, NOTICE } from './licence-texts.js';
import { type NetworkSettings, networkSettings } from './network-settings.js';
import { thisWheelHost, type Wheel, wheelFor } from './wheels.js';

/** What was installed. */
export interface InstalledMonty {
  readonly path: string;
  readonly version: string;
  /** Of the binary, in hexadecimal. */
  readonly sha256: string;
  /** Where the wheel came from. */
  readonly source: string;
}

/** How {@link installMonty} goes about it; all of it is this machine's by default. */
export interface InstallOptions {
  readonly host?: Partial<BinaryHost>;
  /** The wheel to install. Default: the pinned one for this machine. */
  readonly wheel?: Wheel;
  /** Called with what is being done, for a person. */
  readonly onProgress?: (line: string) => void;
}

const checkInstallOptions = defineOptions<InstallOptions>()('installMonty', {
  host: option.object,
  wheel: option.object,
  onProgress: option.callback,
});

const MANIFEST = 'install.json';
const DOWNLOAD_SECONDS = 600;

/**
 * Puts the pinned Monty into the user's cache folder, unless it is there already: fetches the wheel of this machine
 * from the Python package index by the settings of {@link networkSettings}, checks its hash, unpacks the binary, runs its version and moves it into place in one
 * step, with the licence texts.
 *
 * @throws {MettleError} `sandbox/install_failed`, `sandbox/no_engine` on a machine that Monty is not made for.
 */
export async function installMonty(options: InstallOptions = {}): Promise<InstalledMonty> {
  checkInstallOptions(options);
  const host = thisHost(options.host);
  const folder = cacheFolder(host);
  const path = join(folder, binaryName(host.platform));
  const present = await installedIn(folder, path, host);
  if (present !== null) return present;
  const wheel = options.wheel ?? wheelFor(thisWheelHost());
  const settings = networkSettings({ ...host, nodePath: process.execPath });
  const index = indexAddress(host.environment, settings);
  const { bytes, source } = await download(index, wheel, settings, options.onProgress ?? (() => {}));
  const { unpackWheel } = await import('./unpack-wheel.js');
  const { binary, sha256, billOfMaterials } = unpackWheel(bytes, wheel, host.platform);
  const fresh = join(dirname(folder), `.${MONTY_VERSION}-${randomUUID()}`);
  try {
    mkdirSync(fresh, { recursive: true });
    const freshPath = join(fresh, binaryName(host.platform));
    writeFileSync(freshPath, binary);
    chmodSync(freshPath, 0o755);
    writeFileSync(join(fresh, 'LICENSE'), LICENCE);
    writeFileSync(join(fresh, 'NOTICE'), NOTICE);
    writeFileSync(join(fresh, 'sbom.cyclonedx.json'), billOfMaterials);
    writeFileSync(join(fresh, MANIFEST), JSON.stringify({ version: MONTY_VERSION, sha256, source }));
    const version = await host.versionOf(freshPath);
    if (version !== MONTY_VERSION) {
      throw failed(`the binary of ${wheel.fileName} does not run on this machine`);
    }
    moveIntoPlace(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return { path, version: MONTY_VERSION, sha256, source };
}

/** What is installed already; null where that is nothing, not whole, or does not run. */
async function installedIn(folder: string, path: string, host: BinaryHost): Promise<InstalledMonty | null> {
  const manifest = join(folder, MANIFEST);
  if (!existsSync(manifest) || !host.isExecutable(path)) return null;
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(manifest, 'utf8'));
  } catch {
    return null;
  }
  const source: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, 'source') : null;
  const recorded: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, 'sha256') : null;
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (typeof source !== 'string' || recorded !== sha256) return null;
  if ((await host.versionOf(path)) !== MONTY_VERSION) return null;
  return { path, version: MONTY_VERSION, sha256, source };
}

async function download(
  index: URL,
  wheel: Wheel,
  settings: NetworkSettings,
  onProgress: (line: string) => void,
): Promise<{ readonly bytes: Buffer; readonly source: string }> {
  try {
    onProgress(`looking for ${wheel.fileName} at ${shownAddress(index)}`);
    const address = await findWheel(index, wheel, settings);
    onProgress(`fetching ${(wheel.bytes / 1e6).toFixed(1)} MB from ${shownAddress(address)}`);
    const limits = { maxBytes: wheel.bytes, timeoutSeconds: DOWNLOAD_SECONDS, settings };
    return { bytes: (await fetchBytes(address, limits)).bytes, source: shownAddress(address) };
  } catch (thrown) {
    if (!MettleError.isInstance(thrown)) throw thrown;
    throw failed(
      `${thrown.message}. Name an index that this machine reaches in PIP_INDEX_URL, or set METTLE_MONTY_BIN to a ` +
        `monty ${MONTY_VERSION} (pip download pydantic-monty-runtime==${MONTY_VERSION} elsewhere, and unpack it)` +
        settings.notes.map((note) => `. ${note}`).join(''),
    );
  }
}

/** Renames the folder; what was there before, which does not work, or comes at the same moment, gives way. */
function moveIntoPlace(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  }
}

function failed(message: string): MettleError {
  return sandboxError('install_failed', message);
}
