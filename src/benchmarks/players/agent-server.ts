import { defineOptions, option } from '../../core/index.js';
import { ExchangeFailure, exchange } from '../../environments/internal.js';
import { benchmarkError } from '../error-codes.js';
import { converse } from './step-protocol.js';
import type { PolicySource } from './subject.js';
import { SubjectFailure } from './subject-failure.js';

/** Where {@link agentServer} finds an agent. */
export interface AgentServerOptions {
  /** `http` or `https`. Name and password in it are sent to it, and shown nowhere. */
  readonly url: string;
  /** Sent with each step, such as a token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Seconds that it may take for a reply. Default 120. */
  readonly timeoutSeconds?: number;
  /** Steps in one episode that it's told of; the run's `maxSteps` holds in any case. Default 20. */
  readonly maxSteps?: number;
}

const checkOptions = defineOptions<AgentServerOptions>()('agentServer', {
  url: option.required(option.string),
  headers: option.record,
  timeoutSeconds: option.seconds,
  maxSteps: option.wholeNumber(1),
});

/** Bytes of a reply that are read. */
const MOST_BYTES = 2 ** 20;
/** Answers of what stands before an agent, and of one that is busy: nothing of them is its doing. */
const UNAVAILABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * An agent behind an HTTP address, in any language. Each step is POSTed to it as the JSON object that {@link agentProcess} describes, and the body of its reply is
 * read as that describes a line. Several trials ask at once, told apart by `case_id` and `seed`; the `transcript` in each step is all that it has to remember.
 *
 * One that is silent too long, breaks off, sends more than a megabyte or answers with an error has failed that trial. One that can't be reached, or says that it's
 * busy or unavailable (429, 502, 503, 504), is an error of the trial.
 *
 * @throws {MettleError} `core/invalid_option`; `benchmarks/invalid_subject` for an address that is none.
 */
export function agentServer(options: AgentServerOptions): PolicySource {
  const { url, headers = {}, timeoutSeconds = 120, maxSteps = 20 } = checkOptions(options);
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw benchmarkError('invalid_subject', 'The address of an agent begins with http:// or https://.');
  }
  const login = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
  address.username = '';
  address.password = '';
  const name = `${address.origin}${address.pathname}`;
  const sent: readonly (readonly [string, string])[] = [
    ['content-type', 'application/json'],
    ...(login === ':' ? [] : [['authorization', `Basic ${Buffer.from(login).toString('base64')}`] as const]),
    ...Object.entries(headers),
  ];
  const ask = async (step: object, signal: AbortSignal | undefined): Promise<string> => {
    const { status, bytes } = await replyOf(name, {
      url: address,
      method: 'POST',
      headers: sent,
      body: JSON.stringify(step),
      timeoutSeconds,
      maxBytes: MOST_BYTES,
      signal,
    });
    if (status >= 200 && status < 300) return Buffer.from(bytes).toString('utf8');
    const words = `The agent at ${name} answered with HTTP ${status}.`;
    throw UNAVAILABLE.has(status) ? new Error(words) : new SubjectFailure(words);
  };
  return {
    name,
    version: 'unknown',
    policyFor: (trial) => ({
      name,
      version: 'unknown',
      play: (brief, actor) =>
        converse({ ask: (step) => ask(step, brief.signal) }, { brief, actor, trial, maxSteps }),
    }),
  };
}

async function replyOf(name: string, request: Parameters<typeof exchange>[0]): ReturnType<typeof exchange> {
  try {
    return await exchange(request);
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    const words = `The agent at ${name}: ${error.message}`;
    throw error.kind === 'network' && !brokeOff(error) ? new Error(words) : new SubjectFailure(words);
  }
}

/** Whether a connection was there, and the other end closed it. */
function brokeOff({ cause }: ExchangeFailure): boolean {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  return (
    code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('UND_ERR_SOCKET') || code.startsWith('HPE_')
  );
}
