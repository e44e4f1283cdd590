import type { EngineSession } from './engine.js';

/** Loads a dumped namespace into a new session; when that fails the session is closed, and the failure thrown. */
export async function loadSession(session: EngineSession, state: Uint8Array): Promise<void> {
  try {
    await session.load(state);
  } catch (thrown) {
    await session.close();
    throw thrown;
  }
}
