import type { WebSocket } from 'ws';
import { type Json, parseJsonText } from '../../core/index.js';
import { errorMessage, wellFormed } from '../../core/internal.js';
import type { EpisodeSession } from '../serving/episode-session.js';
import { closeSocket, send, serveFrames } from '../serving/frame-socket.js';
import type { ServedGym } from '../serving/served-gym.js';
import type { SessionTable } from '../serving/session-table.js';
import { answerFrame, refusalFrame } from './frames.js';
import { answerRpc, refusedRpc, unreadableRpc } from './rpc.js';

/** What the sockets of a server share. */
export interface SocketContext {
  readonly gym: ServedGym;
  readonly sessions: SessionTable;
  readonly isSimulation: boolean;
}

/** Serves `/ws`: a session of its own, or one that there is and that no other connection holds. */
export function serveEpisodes(socket: WebSocket, sessionId: string | null, context: SocketContext): void {
  let session: EpisodeSession;
  try {
    session = sessionId === null ? context.sessions.open() : heldFrom(sessionId, context.sessions);
  } catch (error) {
    refuse(socket, refusalFrame(error).text ?? '');
    return;
  }
  const isOwn = sessionId === null;
  session.isHeld = true;
  const gone = new AbortController();
  serveFrames(socket, {
    answer: (text) => answerFrame(text, { ...context, own: session, signal: gone.signal }),
    end: () => {
      gone.abort(new Error('The client has gone.'));
      session.isHeld = false;
      // Asks for the time anew: from now on nobody holds it.
      context.sessions.use(session.id);
      if (isOwn || session.isLeaving) endQuietly(session, context.sessions);
    },
  });
}

/** A session to attach to. @throws in the words of OpenEnv's own server */
function heldFrom(id: string, sessions: SessionTable): EpisodeSession {
  const session = sessions.use(id);
  if (session === undefined) throw new Error(`Unknown session_id: ${id}`);
  if (session.isHeld) throw new Error(`Session ${id} already has an attached WebSocket`);
  return session;
}

/** Serves the socket at `/mcp`: a session of its own that only tools are called in. */
export function serveRpc(socket: WebSocket, context: SocketContext): void {
  let session: EpisodeSession;
  try {
    session = context.sessions.open();
  } catch (error) {
    refuse(socket, JSON.stringify(refusedRpc(error)));
    return;
  }
  session.isHeld = true;
  const gone = new AbortController();
  serveFrames(socket, {
    answer: async (text) => {
      let response: Json;
      try {
        const message = parseJsonText(text ?? '', { subject: 'The frame' });
        response = await answerRpc(message, { ...context, own: session, signal: gone.signal });
      } catch (error) {
        response = unreadableRpc(errorMessage(error));
      }
      return { text: JSON.stringify(wellFormed(response)) };
    },
    end: () => {
      gone.abort(new Error('The client has gone.'));
      endQuietly(session, context.sessions);
    },
  });
}

function refuse(socket: WebSocket, text: string): void {
  socket.on('error', () => undefined);
  void send(socket, text)
    .catch(() => undefined)
    .then(() => closeSocket(socket, 1000));
}

function endQuietly(session: EpisodeSession, sessions: SessionTable): void {
  void sessions.end(session).catch((error: unknown) => process.emitWarning(errorMessage(error)));
}
