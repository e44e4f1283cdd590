import type { CDPSession } from 'playwright-core';

/** Requests that others don't wait for: those that may stay open, and pages, which ask for more while they load. */
const NOT_WAITED_FOR = new Set(['Document', 'EventSource', 'WebSocket', 'Ping', 'Media']);

/** Milliseconds after which a request that hasn't ended no longer holds up the others. */
const LONGEST_TURN = 1000;

/**
 * Has the requests of a page, whose session has its network enabled, go out one after another, in the order in which it made them. So a page that asks for
 * several things at once gets the same answers first each time.
 */
export async function sendInTurn(session: CDPSession): Promise<void> {
  const ends = new Map<string, () => void>();
  const end = ({ requestId }: { readonly requestId: string }): void => {
    ends.get(requestId)?.();
    ends.delete(requestId);
  };
  let turn = Promise.resolve();
  session.on('Network.loadingFinished', end);
  session.on('Network.loadingFailed', end);
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, networkId, redirectedRequestId, request, resourceType } = paused;
    const send = async (): Promise<void> => {
      await session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
    };
    // Redirects and what a browser asks before a request to another origin are parts of a request that has its turn.
    if (networkId === undefined || redirectedRequestId !== undefined || request.method === 'OPTIONS') {
      void send();
      return;
    }
    const ended = new Promise<void>((resolve) => {
      ends.set(networkId, resolve);
    });
    turn = turn.then(async () => {
      await send();
      if (NOT_WAITED_FOR.has(resourceType)) return;
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise<void>((resolve) => {
        late = setTimeout(resolve, LONGEST_TURN);
      });
      await Promise.race([ended, tooLate]);
      clearTimeout(late);
    });
  });
  await session.send('Fetch.enable');
}
