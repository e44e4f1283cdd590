import { environmentError } from '../error-codes.js';

/**
 * What a browser world may take. The seconds are of wall-clock time, except `clockSeconds`: a page that is near them may
 * be over one day and under another.
 */
export interface BrowserLimits {
  /** Seconds until a server must have begun to answer a navigation. */
  readonly navigationSeconds: number;
  /** Seconds for a click or an input, and for the page to let itself be read; a page that does not is taken to hang. */
  readonly actionSeconds: number;
  /** Seconds that are waited for a page to finish loading and asking; then the call goes on with what there is. */
  readonly settleSeconds: number;
  /** Seconds that pass on the page's own clock after each action of a deterministic world. */
  readonly clockSeconds: number;
  /** Characters of visible text that are read of a page. */
  readonly textCharacters: number;
  /** Bytes that a world may load from the network, all in all. */
  readonly networkBytes: number;
}

/** The limits of {@link BrowserLimits} unless others are given. */
const defaultBrowserLimits: BrowserLimits = {
  navigationSeconds: 15,
  actionSeconds: 10,
  settleSeconds: 5,
  clockSeconds: 1,
  textCharacters: 200_000,
  networkBytes: 200_000_000,
};

/** The default limits with these instead. @throws {MettleError} `environments/invalid_limit` */
export function readBrowserLimits(given: Partial<BrowserLimits> = {}): BrowserLimits {
  const limits = { ...defaultBrowserLimits, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!(name in defaultBrowserLimits) || !Number.isFinite(value) || value <= 0) {
      throw environmentError(
        'invalid_limit',
        `${name} is ${name in defaultBrowserLimits ? 'a positive number' : 'no limit of a browser'}; got ${value}.`,
      );
    }
  }
  return limits;
}
