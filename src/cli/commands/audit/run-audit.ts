import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type AuditPlace,
  type AuditReport,
  auditEnvironment,
  auditGym,
  auditOpenEnv,
  openenvReport,
} from '../../../benchmarks/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import { writeFileAtomically } from '../../../filesystem/index.js';
import { AgentGym } from '../../../gym/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { openServedWorld } from '../serve/open-served-world.js';

/** Runs `mettle audit`. */
export async function runAudit({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const env = String(args[0]);
  const oracles = typeof options.oracle === 'string' ? await readOracles(options.oracle, io) : undefined;
  const report = await reportOn(env, options, oracles, io);
  const output = options.openenvReport;
  if (typeof output === 'string') {
    const text = `${JSON.stringify(openenvReport(report), null, 1)}\n`;
    await writeFileAtomically(resolve(io.cwd, output), text);
  }
  return {
    exitCode: report.verdict === 'fail' ? 1 : 0,
    document: {
      target: report.target,
      kind: report.kind,
      verdict: report.verdict,
      checks: report.checks.map((check) => ({ ...check, evidence: [...check.evidence] })),
      cheats: report.cheats.map((cheat) => ({ ...cheat })),
      seconds: (performance.now() - started) / 1000,
    },
    text: wordsOf(report),
  };
}

type Oracles = (place: AuditPlace) => readonly JsonObject[] | null;

async function reportOn(
  env: string,
  options: Readonly<Record<string, unknown>>,
  oracles: Oracles | undefined,
  io: CommandIo,
): Promise<AuditReport> {
  const { level, episodes } = options as { readonly level?: number; readonly episodes?: number };
  const seed = Number(options.seed);
  const audit = {
    seed,
    signal: io.signal,
    onProgress: io.progress,
    ...(episodes === undefined ? {} : { episodes }),
  };
  const given = oracles === undefined ? {} : { oracles };
  if (/^https?:\/\//i.test(env)) {
    if (level !== undefined) throw usageError('--level is of worlds.');
    const token = io.environment.METTLE_SERVE_TOKEN;
    await using target = await auditOpenEnv({
      url: env,
      ...given,
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    });
    return await auditEnvironment(target, audit);
  }
  await using world = await openServedWorld({ env, ...(level === undefined ? {} : { level }) }, seed, io);
  await using gym = new AgentGym({ generator: world.generator, seed });
  return await auditEnvironment(auditGym(gym, { name: env, ...given }), audit);
}

/** Reads the actions that solve an environment: a list of objects, or a list of such lists, one for each seed. */
async function readOracles(file: string, io: CommandIo): Promise<Oracles> {
  let value: Json;
  try {
    value = JSON.parse(await readFile(resolve(io.cwd, file), 'utf8')) as Json;
  } catch (error) {
    throw usageError(`${file} can't be read as JSON: ${errorMessage(error)}`);
  }
  const isList = (each: Json): each is readonly JsonObject[] =>
    Array.isArray(each) && each.every(isJsonObject);
  if (isList(value) && value.length > 0) return () => value;
  if (Array.isArray(value) && value.length > 0 && value.every(isList)) {
    return ({ index }) => (value[index] as readonly JsonObject[] | undefined) ?? null;
  }
  throw usageError(
    `${file} holds no oracle: it takes a JSON list of actions, such as [{"tool": "submit", "arguments": {"answer": 4}}].`,
  );
}

const MARKS = { pass: 'ok    ', fail: 'FAIL  ', not_checked: '-     ', error: 'ERROR ' } as const;

function wordsOf({ target, checks, verdict }: AuditReport): string {
  const unknown = checks.filter((check) => check.verdict === 'not_checked');
  const known = checks.filter((check) => check.verdict !== 'not_checked');
  return [
    `${target}: ${verdict}`,
    '',
    ...known.flatMap(({ id, verdict: each, severity, measured, evidence, remediation }) => [
      `${MARKS[each]}${id}: ${measured}${each === 'fail' && severity !== 'fail' ? ` (${severity})` : ''}`,
      ...(each === 'pass' ? [] : evidence.map((line) => `        ${line}`)),
      ...(remediation === '' ? [] : [`        → ${remediation}`]),
    ]),
    '',
    `Not checked: ${unknown.map(({ id }) => id).join(', ')}.`,
  ].join('\n');
}
