import { setTimeout } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { inTime } from './page-reader.js';

/** Milliseconds between two rounds of asking for a page's end. */
const BETWEEN_ROUNDS = 200;

/** Seconds that a page's end may take: on a busy machine, more than any one action may. */
const MOST_SECONDS = 60;

/** Seconds that the browser may take to say which pages there are. */
const ANSWER_SECONDS = 10;

/**
 * Ends a page whatever its scripts do, and resolves to whether it's gone in time. Chromium ignores any one of these
 * requests in some state of a page (it doesn't crash one that is navigating, and a busy one can't be closed), so all are
 * sent again until the page is gone.
 *
 * @param session - the page's own
 * @param browser - that of the whole browser
 */
export async function endPage(
  session: CDPSession,
  { browser, targetId }: { readonly browser: CDPSession; readonly targetId: string },
): Promise<boolean> {
  const until = performance.now() + MOST_SECONDS * 1000;
  do {
    for (const asked of [
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      session.send('Runtime.terminateExecution'),
      session.send('Page.stopLoading'),
      session.send('Page.crash'),
      browser.send('Target.closeTarget', { targetId }),
    ]) {
      // None is waited for: a page that is busy answers none of them.
      asked.catch(() => undefined);
    }
    if (await isGone(browser, targetId)) return true;
    await setTimeout(BETWEEN_ROUNDS);
  } while (performance.now() < until);
  return false;
}

async function isGone(browser: CDPSession, targetId: string): Promise<boolean> {
  try {
    const { targetInfos } = await inTime(ANSWER_SECONDS, browser.send('Target.getTargets'));
    return !targetInfos.some((target) => target.targetId === targetId);
  } catch {
    return false;
  }
}
