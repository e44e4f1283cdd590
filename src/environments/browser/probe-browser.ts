import { createRequire } from 'node:module';
import { findChromium } from './open-browser.js';

/** Whether a part that browser worlds need is on this machine. */
export interface BrowserPartReport {
  readonly name: 'playwright-core' | 'chromium';
  /** It is there. */
  readonly available: boolean;
  readonly unlocks: string;
  /** How it is installed, for people. */
  readonly install: string;
}

/** Looks for what browser worlds need, on the PATH of `environment`. Nothing is loaded or started. */
export function probeBrowser(
  environment: Readonly<Record<string, string | undefined>>,
  from: string | URL = import.meta.url,
): readonly BrowserPartReport[] {
  return [
    {
      name: 'playwright-core',
      available: canResolve(createRequire(from).resolve, 'playwright-core'),
      unlocks: 'browser worlds, together with Chromium',
      install: 'npm install playwright-core',
    },
    {
      name: 'chromium',
      available: findChromium(environment.PATH ?? '') !== null,
      unlocks: 'browser worlds, together with playwright-core',
      install:
        process.platform === 'linux' ? 'apt-get install chromium' : 'install Google Chrome or Chromium',
    },
  ];
}

function canResolve(resolve: NodeJS.RequireResolve, name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
