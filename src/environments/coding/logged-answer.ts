import { isJsonObject, type Json } from '../../core/index.js';
import type { CodingClient } from './client-tools.js';

/** What a client's log says that a tool answered, without what the client wrote around it. */
export interface LoggedAnswer {
  /** What was printed or read. */
  readonly text: string;
  /** Null where the log doesn't say. */
  readonly exitCode: number | null;
  readonly failed: boolean;
  /** Whether lines or characters were left out where {@link LEFT_OUT} stands in the text. */
  readonly isCut: boolean;
}

/** What stands in a {@link LoggedAnswer} where the client left something out. */
export const LEFT_OUT = '\u0000';

/** Words of a client in place of a result: that a call failed without having run to its end. */
const REFUSALS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /^(?:The user doesn't want to (?:proceed|take this action)|User rejected|\[Request interrupted by user)/,
    'the user refused it',
  ],
  [
    /^(?:Claude requested permissions? to|Permission (?:for this|to use)|[^\n]{0,200}haven't granted it|[^\n]{0,200}was blocked\. For security)/,
    'the client had no permission for it',
  ],
  [/^(?:Error: )?No such tool available/, 'the client had no such tool'],
  [/^InputValidationError/, 'the client refused its arguments'],
  [
    /^Command timed out after|command timed out after \d+ milliseconds|(?:^|\n)Command timed out after \d+ seconds$/,
    'the client ended it: its time was over',
  ],
  [/^(?:<error>)?Command (?:was )?aborted|\nCommand aborted$/, 'it was aborted'],
  [/^(?:[^\n]{0,200}hook (?:error|denied|blocked)|Hook PreToolUse)/, 'a hook of the user refused it'],
  [/^[^\n]{0,300}exceeds maximum allowed (?:tokens|size)/, 'it was over a limit of the client'],
  [/^(?:Cancelled|Sibling tool call)/, 'another call of the same reply failed'],
];

/** As {@link REFUSALS}, where the client does not say that the call failed. */
const UNMARKED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^unsupported (?:custom tool )?call: /, 'the client had no such tool'],
  [/^(?:exec command|command|patch) rejected/, 'the client refused it'],
  [/^aborted by user/, 'it was aborted'],
  [/^Command (?:running in background with ID|was manually backgrounded)/, 'it ran on in the background'],
  [
    /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?(?:Process|Script) running with (?:cell|session) ID/,
    'it ran on after the call',
  ],
];

/** Why a call of the log can't be run again as it went: it never ran, or not to its end; null where it did. */
export function refusedByClient(content: string, failed: boolean): string | null {
  const text = content.replace(/^<tool_use_error>/, '').trimStart();
  const known = failed ? [...REFUSALS, ...UNMARKED] : UNMARKED;
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Whether an error says that the file was not read before, which is a rule of the client and no fact about the files. */
export function isUnread(content: string): boolean {
  return /File has not been read yet/.test(content);
}

/** Reads what a log says that a shell line gave. */
export function loggedLine(client: CodingClient, content: string, failed: boolean): LoggedAnswer {
  switch (client) {
    case 'claude-code':
      return claudeLine(content, failed);
    case 'codex':
      return codexLine(content, failed);
    case 'pi':
      return piLine(content, failed);
  }
}

/** A text without the reminders that a client puts into it. */
export function withoutReminders(content: string): string {
  return content.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '');
}

function claudeLine(content: string, failed: boolean): LoggedAnswer {
  const plain = withoutReminders(content)
    .replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1')
    .replace(/\n?Shell cwd was reset to [^\n]*$/, '');
  const [said, code] = /^(?:Error: )?Exit code (\d+)(?:\n|$)/.exec(plain) ?? [];
  const text = said === undefined ? plain : plain.slice(said.length);
  const isNothing = /^\(Bash completed with no output\)$|^Tool ran without output$|^\(No content\)$/.test(
    text,
  );
  const exitCode = code === undefined ? (failed ? null : 0) : Number(code);
  const persisted =
    /^<persisted-output>\n[^\n]*\n\nPreview \(first [^)]*\):\n([\s\S]*?)\n(?:\.\.\.\n)?<\/persisted-output>$/.exec(
      text,
    );
  if (persisted !== null) return { text: `${persisted[1] ?? ''}${LEFT_OUT}`, exitCode, failed, isCut: true };
  const cut = text.replace(/\.\.\. \[\d+ (?:lines|characters) truncated\] \.\.\./g, LEFT_OUT);
  return { text: isNothing ? '' : cut, exitCode, failed, isCut: cut !== text };
}

function codexLine(content: string, failed: boolean): LoggedAnswer {
  const asJson = content.startsWith('{') ? parsed(content) : null;
  const metadata = isJsonObject(asJson) && isJsonObject(asJson.metadata) ? asJson.metadata : null;
  if (isJsonObject(asJson) && typeof asJson.output === 'string' && metadata !== null) {
    const code = metadata.exit_code;
    return cutOf(asJson.output, typeof code === 'number' ? code : null, failed);
  }
  const head =
    /^((?:(?:Chunk ID|Exit code|Wall time|Original token count|Total output lines|Process exited with code)[^\n]*\n)+)Output:(?:\n|$)/.exec(
      content,
    );
  if (head === null) return cutOf(content, failed ? null : 0, failed);
  const [, code] = /(?:Exit code: |Process exited with code )(-?\d+)/.exec(head[1] ?? '') ?? [];
  const body = content
    .slice(head[0].length)
    .replace(/^(?:Warning: truncated output[^\n]*\n)?(?:Total output lines: \d+\n\n?)?/, '');
  return cutOf(body, code === undefined ? null : Number(code), failed);
}

function cutOf(text: string, exitCode: number | null, failed: boolean): LoggedAnswer {
  const cut = text.replace(
    /\[\.\.\. (?:omitted \d+ of \d+ lines|output truncated[^\]]*) \.\.\.\]|…\d+ (?:tokens|chars) truncated…/g,
    LEFT_OUT,
  );
  return { text: cut, exitCode, failed: failed || (exitCode ?? 0) !== 0, isCut: cut !== text };
}

function piLine(content: string, failed: boolean): LoggedAnswer {
  const [said, code] = /(?:^|\n\n)Command exited with code (\d+)$/.exec(content) ?? [];
  const text = said === undefined ? content : content.slice(0, -said.length);
  const shown = text.replace(/\n\n\[Showing (?:lines|last)[^\]]*\]$/, '');
  const isCut = shown !== text;
  const plain = shown.trim() === '(no output)' ? '' : shown;
  return {
    text: isCut ? `${LEFT_OUT}${plain}` : plain,
    exitCode: code === undefined ? (failed ? null : 0) : Number(code),
    failed,
    isCut,
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
