import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Json } from '../../../core/index.js';
import { counted, errorMessage } from '../../../core/internal.js';
import type { ObservationMask } from '../../../environments/index.js';
import { type SessionTest, testFromSession, writeSessionTest } from '../../../pipelines/index.js';
import { sessionTestReport } from '../../../pipelines/internal.js';
import { importTraceLines, type TraceFormatName, type Trajectory } from '../../../records/index.js';
import type { CommandIo, CommandOutcome } from '../../command.js';
import { usageError } from '../../parse-option.js';

/** What `mettle import --test` was asked. */
export interface TestSessionOptions {
  readonly format: TraceFormatName;
  readonly workdir?: string;
  readonly out?: string;
  readonly session?: string;
  readonly masks?: string;
  readonly programs?: readonly string[];
  readonly packages?: string;
  readonly timeout: number | undefined;
}

/** Findings of a kind that a person is shown. */
const MOST_SHOWN = 10;

/** Makes a test of the session in a log. */
export async function testSession(
  file: string,
  options: TestSessionOptions,
  io: CommandIo,
): Promise<CommandOutcome> {
  const { workdir, session, masks, programs, packages, timeout } = options;
  const out = resolve(io.cwd, options.out ?? `${file.replace(/(?:\.jsonl?)?(?:\.gz|\.zst)?$/, '')}.test`);
  const shownOut = relative(io.cwd, out) || out;
  const trajectory = await sessionIn(resolve(io.cwd, file), { file, format: options.format, session });
  const files = workdir === undefined ? {} : { workdir: resolve(io.cwd, workdir) };
  const test = await testFromSession(trajectory, {
    ...files,
    ...(masks === undefined ? {} : { masks: await readMasks(resolve(io.cwd, masks), masks) }),
    ...(programs === undefined ? {} : { programs }),
    ...(packages === undefined ? {} : { packages: resolve(io.cwd, packages) }),
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
    signal: io.signal,
  });
  if (test.task !== null) await writeSessionTest(out, test, files);
  return {
    exitCode: test.task !== null && test.different.length === 0 ? 0 : 1,
    document: { ...sessionTestReport(test), task: test.task === null ? null : out },
    text: textOf(test, shownOut),
  };
}

async function sessionIn(
  path: string,
  {
    file,
    format,
    session,
  }: { readonly file: string; readonly format: TraceFormatName; readonly session: string | undefined },
): Promise<Trajectory> {
  const found: Trajectory[] = [];
  let firstProblem: string | null = null;
  for await (const each of importTraceLines(path, { format })) {
    if ('reason' in each) firstProblem ??= `line ${each.line}: ${each.reason}`;
    else if (session === undefined || idOf(each.trajectory) === session) found.push(each.trajectory);
  }
  const [first, second] = found;
  if (first === undefined) {
    if (session !== undefined) throw usageError(`${file} holds no session ${session}.`);
    throw usageError(`${file} holds no session: ${firstProblem ?? 'it is empty'}`);
  }
  if (second !== undefined) {
    const ids = found.slice(0, 3).map(idOf).join(', ');
    throw usageError(
      `${file} holds ${found.length} sessions: name one with --session ID (${ids}${found.length > 3 ? ', …' : ''}).`,
    );
  }
  return first;
}

function idOf({ task, id }: Trajectory): string {
  const { imported } = task.metadata as { readonly imported?: { readonly id?: unknown } };
  return typeof imported?.id === 'string' ? imported.id : id;
}

async function readMasks(path: string, shown: string): Promise<readonly ObservationMask[]> {
  let value: Json;
  try {
    value = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (error) {
    throw usageError(`Cannot read the masks ${shown}: ${errorMessage(error)}.`);
  }
  if (Array.isArray(value)) return value as unknown as readonly ObservationMask[];
  throw usageError(`${shown} holds no masks: expected [{"name": "port", "pattern": ":[0-9]+"}].`);
}

function textOf(test: SessionTest, out: string): string {
  const { steps, same, masked, different, notRun, task, reason, unchecked } = test;
  const list = (what: string, findings: SessionTest['different']): readonly string[] =>
    findings.length === 0
      ? []
      : [
          `${what}: ${findings.length}`,
          ...findings
            .slice(0, MOST_SHOWN)
            .map(({ callId, tool, reason: why }) => `  ${callId} (${tool}): ${why}`),
          ...(findings.length > MOST_SHOWN ? ['  … --json lists them'] : []),
        ];
  return [
    `${same} of ${counted(steps, 'step')} re-executed alike${masked === 0 ? '' : `, ${masked} of them but for what masks leave out`}.`,
    ...list('Different', different),
    ...list('Not run', notRun),
    ...Object.entries(unchecked).map(([name, why]) => `Not checked: ${name}, since ${why}`),
    ...(task === null
      ? [`No test was written: ${reason}.`]
      : [
          `The test is in ${out}. It checks ${counted(task.expected.goals?.length ?? 0, 'file')} that the session left.`,
          `  npx --no mettle verify ${join(out, 'session.jsonl')} --env ${join(out, 'world.json')}`,
        ]),
  ].join('\n');
}
