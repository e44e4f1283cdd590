import { isJsonObject, type JsonObject } from '../../core/index.js';
import { oneLine, shortened } from '../../core/internal.js';
import type { Observation } from '../../records/index.js';
import type { WorldState } from '../world-state.js';
import type { CodingClient } from './client-tools.js';
import { LEFT_OUT, loggedLine, withoutReminders } from './logged-answer.js';
import type { ObservationMasks } from './observation-masks.js';

/** An observation of a log beside what the same call gave in a world. */
export interface ComparedCall {
  readonly client: CodingClient;
  /** What the log says. */
  readonly logged: Pick<Observation, 'status' | 'content'>;
  /** What the world answered. */
  readonly answer: Observation;
  /** The shell line, where it was one. */
  readonly command: string;
  /** The folder of the session. */
  readonly root: string;
  /** The facts of the world after the call. */
  readonly state: WorldState;
  readonly masks: ObservationMasks;
}

/** How an observation of a log and the world's compare. */
export type Comparison =
  | {
      readonly isSame: true;
      /** What was left out so that they are: names of masks. */
      readonly masks: readonly string[];
    }
  | { readonly isSame: false; readonly reason: string };

/** Compares what a log says that a call gave with what it gave in a world. */
export function compareLogged(call: ComparedCall): Comparison {
  const { kind } = isJsonObject(call.answer.data) ? call.answer.data : {};
  if (kind === 'shell') return compareLine(call);
  const failed = isFailure(call.logged);
  if (failed !== (call.answer.status === 'error')) {
    return different(
      failed
        ? `the log says that it failed: ${show(call.logged.content)}`
        : `it failed: ${show(call.answer.error?.message ?? '')}`,
    );
  }
  if (failed) return compareFailures(call);
  if (kind === 'edit') return compareEdit(call);
  if (kind === 'lines') return compareLines(call);
  return compareTexts(call, call.answer.content);
}

function compareLine(call: ComparedCall): Comparison {
  const { client, command, masks, answer } = call;
  const { exit_code: code, stdout, stderr, ended } = answer.data as JsonObject;
  const logged = loggedLine(client, call.logged.content, call.logged.status === 'error');
  if (ended !== null) return different(`it was ended by a limit of the sandbox: ${String(ended)}`);
  const hasFailed = code !== 0;
  if (logged.exitCode !== null && logged.exitCode !== code) {
    return different(`its exit code is ${String(code)}; the log says ${logged.exitCode}`);
  }
  if (logged.exitCode === null && logged.failed !== hasFailed) {
    return different(
      `its exit code is ${String(code)}; the log says that it ${logged.failed ? 'failed' : 'did well'}`,
    );
  }
  const [out, error] = [String(stdout), String(stderr)];
  const raw = rawOutput(client, answer.content);
  if (!logged.isCut && trimmed(raw) === trimmed(logged.text)) return { isSame: true, masks: [] };
  const candidates = [
    `${out}${error}`,
    `${out}${out.endsWith('\n') || out === '' ? '' : '\n'}${error}`,
    `${error}${out}`,
    // Codex puts streams together without the line feed between them.
    `${out.replace(/\n$/, '')}${error}`,
    `${error.replace(/\n$/, '')}${out}`,
  ];
  const shown = masks.apply(logged.text, command);
  const used = [...new Set([...shown.masks, ...masks.apply(raw, command).masks])];
  const merged = masks.apply(raw, command).text;
  if ([merged, ...candidates].some((each) => isAlike(each, shown.text))) {
    return { isSame: true, masks: used };
  }
  // What two streams wrote comes in an order that nobody decided.
  if (!logged.isCut && out !== '' && error !== '' && sorted(merged) === sorted(shown.text)) {
    return { isSame: true, masks: [...used, 'stream_order'] };
  }
  return different(`it printed otherwise: ${firstDifference(merged, shown.text)}`);
}

/** What a world's tool shows of a line, without what the client writes around it. */
function rawOutput(client: CodingClient, content: string): string {
  return loggedLine(client, content, false).text;
}

/** Whether a text is the logged one, in which parts may have been left out. */
function isAlike(text: string, logged: string): boolean {
  const whole = trimmed(text);
  const parts = logged.split(LEFT_OUT);
  if (parts.length === 1) return whole === trimmed(logged);
  const [head = '', tail = ''] = [parts[0]?.trimStart(), parts.at(-1)?.trimEnd()];
  const isLong = whole.length >= head.trimEnd().length + tail.trimStart().length;
  return isLong && whole.startsWith(head.trimEnd()) && whole.endsWith(tail.trimStart());
}

/** Kinds of failures by the words in which clients tell them. */
const FAILURES: readonly (readonly [kind: string, words: RegExp])[] = [
  ['not_found', /String to replace not found|Could not find (?:the exact text|edits)|not found in file/i],
  ['not_unique', /Found \d+ (?:matches|occurrences)|must be unique/i],
  ['no_change', /exactly the same|No changes (?:to make|made)|produced identical/i],
  ['missing_file', /does not exist|no such file|ENOENT|not found/i],
  ['is_directory', /EISDIR|is a directory/i],
  ['missing_cell', /Cell with (?:ID|index)|does not exist/i],
  ['beyond_end', /beyond (?:the )?end of file/i],
  ['patch_failed', /Failed to find|verification failed|Failed to read file/i],
  ['invalid_patch', /Invalid patch|invalid hunk|not a valid hunk/i],
  ['invalid_expression', /regex parse error|invalid regex/i],
];

function compareFailures({ logged, answer }: ComparedCall): Comparison {
  const type = answer.error?.type ?? '';
  const known = FAILURES.find(([kind]) => kind === type);
  if (known?.[1].test(logged.content) === true) return { isSame: true, masks: ['failure_words'] };
  return different(
    `it failed otherwise: ${show(answer.error?.message ?? '')}; the log says ${show(logged.content)}`,
  );
}

/** What an edit gives is that it was done, and in some releases lines of the file as it is then. */
function compareEdit(call: ComparedCall): Comparison {
  const { answer, logged, root, state } = call;
  const { path } = answer.data as JsonObject;
  const key = String(path).slice(root.length);
  const fact = state.get(`files/${key}`);
  const lines = isJsonObject(fact) && typeof fact.text === 'string' ? fact.text.split('\n') : null;
  const numbered = [...logged.content.matchAll(/^ *(\d+)[→\t](.*)$/gm)];
  const wrong =
    lines === null
      ? undefined
      : numbered.find(
          ([, number, text]) => (lines[Number(number) - 1] ?? '').trimEnd() !== (text ?? '').trimEnd(),
        );
  if (wrong !== undefined)
    return different(
      `line ${wrong[1]} of the file is ${show(lines?.[Number(wrong[1]) - 1] ?? '')}; the log says ${show(wrong[2] ?? '')}`,
    );
  const files = (answer.data as JsonObject).files;
  if (Array.isArray(files)) {
    const named = logged.content
      .split('\n')
      .filter((line) => /^[AMD] \S/.test(line))
      .map((line) => line.replace(`${root}/`, ''));
    if (
      named.length > 0 &&
      sorted(named.join('\n')) !==
        sorted(files.map((file) => String(file).replace(`${root}/`, '')).join('\n'))
    ) {
      return different(`it changed ${files.join(', ')}; the log says ${named.join(', ')}`);
    }
  }
  return { isSame: true, masks: answer.content.trim() === logged.content.trim() ? [] : ['edit_words'] };
}

/** Search results: their order is that of clocks and file systems, and a client gives some of them. */
function compareLines(call: ComparedCall): Comparison {
  const { answer, logged, root } = call;
  const found = ((answer.data as JsonObject).lines as readonly string[]).map((line) => plainLine(line, root));
  const text = withoutReminders(logged.content);
  const isCut =
    /Showing results with pagination|Results are truncated|(?:results|matches|entries) limit reached|\[Truncated|head_limit|more lines/.test(
      text,
    );
  const named = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !SEARCH_WORDS.test(line))
    .map((line) => plainLine(line, root));
  if (found.length === 0 && named.length === 0) return { isSame: true, masks: [] };
  const all = new Map<string, number>();
  for (const line of found) if (line !== '') all.set(line, (all.get(line) ?? 0) + 1);
  for (const line of named) {
    const left = all.get(line) ?? 0;
    if (left === 0) return different(`the log has ${show(line)}, which isn't found`);
    all.set(line, left - 1);
  }
  const missed = [...all].find(([, left]) => left > 0)?.[0];
  const limit = limitOf(call);
  if (
    missed !== undefined &&
    !isCut &&
    (limit === null || named.filter((line) => line !== '--').length < limit)
  ) {
    return different(`it finds ${show(missed)}, which the log hasn't`);
  }
  const isPlain = answer.content.trim() === logged.content.trim();
  return { isSame: true, masks: isPlain ? [] : ['file_order'] };
}

/** Lines around results. */
const SEARCH_WORDS =
  /^(?:Found \d+ (?:files?|total occurrences)|No (?:files|matches) found|\(Results are truncated|\[Showing results|NOTE: do any of the files|\[\d+ |\[Truncated|limit: )/;

function limitOf({ answer }: ComparedCall): number | null {
  const shown = answer.content.split('\n').length;
  const all = ((answer.data as JsonObject).lines as readonly string[]).length;
  return shown < all ? shown : null;
}

function plainLine(line: string, root: string): string {
  return line.replaceAll(`${root}/`, '').replace(/^\.\//, '').trimEnd();
}

function compareTexts(call: ComparedCall, content: string): Comparison {
  const { logged, masks } = call;
  if (logged.content === content) return { isSame: true, masks: [] };
  const [theirs, ours] = [readText(logged.content), readText(content)];
  if (theirs.text === ours.text) return { isSame: true, masks: ['line_numbers'] };
  // Of a file that is long a client shows the start.
  if (theirs.isCut && theirs.text.length > 0 && ours.text.startsWith(theirs.text))
    return { isSame: true, masks: ['cut'] };
  const [shown, own] = [masks.apply(theirs.text, ''), masks.apply(ours.text, '')];
  if (shown.text === own.text) return { isSame: true, masks: [...new Set([...shown.masks, ...own.masks])] };
  return different(`it reads otherwise: ${firstDifference(own.text, shown.text)}`);
}

/** The lines of a file as a client shows it, with their numbers where it shows them. */
function readText(content: string): { readonly text: string; readonly isCut: boolean } {
  const plain = withoutReminders(content).replace(/\[(?:\d+ more lines in file|Showing lines)[^\]]*\]$/, '');
  const isCut = plain.length < withoutReminders(content).length;
  const lines = plain.split('\n').map((line) => {
    const [, number, text] = /^ *(\d+)[→\t](.*)$/s.exec(line) ?? [];
    return number === undefined ? line.trimEnd() : `${number}\t${(text ?? '').trimEnd()}`;
  });
  // A file that ends with a line feed has an empty last line in some releases.
  while (lines.length > 0 && /^(?:\d+\t)?$/.test(lines.at(-1) ?? '')) lines.pop();
  return { text: lines.join('\n'), isCut };
}

function isFailure({ status, content }: Pick<Observation, 'status' | 'content'>): boolean {
  return status === 'error' || /^<tool_use_error>/.test(content);
}

function firstDifference(ours: string, theirs: string): string {
  const [own, logged] = [trimmed(ours).split('\n'), trimmed(theirs).split('\n')];
  const at = own.findIndex((line, index) => line.trimEnd() !== logged[index]?.trimEnd());
  const place = at === -1 ? own.length : at;
  const side = (lines: readonly string[]): string =>
    place < lines.length ? show(lines[place] ?? '') : 'nothing more';
  return `line ${place + 1} is ${side(own)}; the log says ${side(logged)}`;
}

function show(text: string): string {
  return JSON.stringify(shortened(oneLine(text), 120));
}

function sorted(text: string): string {
  return trimmed(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .sort()
    .join('\n');
}

/** Without blank lines before and after it, and without what a terminal ends its lines with. */
function trimmed(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

function different(reason: string): Comparison {
  return { isSame: false, reason };
}
