import type { ModelMessage, ToolCallPart } from '../../models/index.js';
import type { Tool } from '../../tools/index.js';
import { SUBMIT } from '../submit-tool.js';
import type { LoopStep, SessionAgent } from './session-agent.js';

/** How the steps of a loop are kept, and where they continue. */
export interface LoopSession {
  /** Keeps what came since the last step. */
  save(step: LoopStep): Promise<void>;
  /** Set where an earlier process ended in the middle. */
  readonly resumed: {
    /** The text that the model had answered with; null where it hadn't. */
    readonly given: string | null;
    /** Whether a call that was under way can be made again: nothing of what it did is left. */
    readonly isRepeatable: (call: ToolCallPart) => boolean;
    /** What the model is told, after the calls that were under way; null for nothing. */
    readonly note: string | null;
  } | null;
}

/** What tells how a loop continues. */
interface LoopSessionParts {
  /** Tools that change nothing but files of the session. */
  readonly own: readonly Tool[];
  /** Tools of the caller. */
  readonly given: readonly Tool[];
  /** The conversation that an earlier process kept; empty for a new one. */
  readonly resumed: readonly ModelMessage[];
}

/** The answer to a call that can't be made again. */
export const MAY_HAVE_RUN =
  'the process ended while this call was under way. It may have had its effect: look before you call it again.';
const NEW_PROCESS =
  'The work was interrupted here and goes on in a new process. Files are as you left them; Python variables are gone.';

/** Keeps the steps of a loop in a session. */
export function loopSession(session: SessionAgent, { own, given, resumed }: LoopSessionParts): LoopSession {
  const isRepeatable = new Set([
    SUBMIT,
    'read_skill',
    ...own.map(({ name }) => name),
    ...given.filter(({ idempotent }) => idempotent).map(({ name }) => name),
  ]);
  const hasActed = resumed.some(({ role }) => role === 'assistant');
  return {
    save: (step) => session.save(step),
    resumed: !hasActed
      ? null
      : {
          given: session.given,
          isRepeatable: ({ toolName }) => isRepeatable.has(toolName),
          note: NEW_PROCESS,
        },
  };
}
