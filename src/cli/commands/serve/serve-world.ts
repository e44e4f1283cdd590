import { AgentGym, type GymServing, serveOpenEnv, serveOrs } from '../../../gym/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { openServedWorld, type ServedWorldChoice } from './open-served-world.js';
import { writePythonClient } from './write-python-client.js';

/** What the options say of a world to serve. */
interface ServeWorldOptions extends ServedWorldChoice {
  readonly ors?: boolean;
  readonly mode?: 'simulation' | 'production';
  readonly port?: number;
  readonly host?: string;
  readonly tasks?: number;
  readonly maxSteps?: number;
  readonly sessions?: number;
  readonly seed?: number;
}

/** Serves a world with its tasks to trainers, until the user ends it. */
export async function serveWorld(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const given = call.options as unknown as ServeWorldOptions;
  const { ors = false, tasks, host, maxSteps = 20, seed = 0 } = given;
  if (ors && given.mode !== undefined) throw usageError('--mode is of OpenEnv: leave it out with --ors.');
  const token = io.environment.METTLE_SERVE_TOKEN;
  const common = {
    tasksPerSplit: tasks ?? 100,
    seed,
    port: given.port ?? (ors ? 8080 : 8000),
    maxSessions: given.sessions ?? mostSessions(io),
    ...(host === undefined ? {} : { host }),
    ...(token ? { token } : {}),
  };
  await using world = await openServedWorld(given, seed, io);
  await writePythonClient(call, io);
  await using gym = new AgentGym({ generator: world.generator, maxSteps, seed });
  await using serving = ors
    ? await serveOrs({ ...common, gym })
    : await serveOpenEnv({ ...common, gym, mode: given.mode ?? modeOf(io) });
  for (const line of ors ? orsLines(serving, token) : openEnvLines(serving, token)) io.say(line);
  const fewer = fewerTasks(serving, common.tasksPerSplit);
  if (fewer !== null) io.say(fewer);
  if (!io.signal.aborted) {
    await new Promise<void>((finish) => io.signal.addEventListener('abort', () => finish(), { once: true }));
  }
  const { url, name, maxSessions } = serving;
  return { exitCode: 0, document: { url, env: name, sessions: maxSessions } };
}

/** Says that the world has fewer tasks than asked for, if so. */
function fewerTasks({ splits }: GymServing, wanted: number): string | null {
  if (splits.length === 2 && splits.every(({ count }) => count === wanted)) return null;
  const counts = splits.map(({ name, count }) => `${count} to ${name}`).join(', ');
  return `Tasks: ${counts}. The world has no more than these of the ${wanted} of each asked for.`;
}

function mostSessions({ environment }: CommandIo): number {
  const { MAX_CONCURRENT_ENVS: text = '' } = environment;
  if (text === '') return 128;
  const count = Number(text);
  if (/^\d{1,6}$/.test(text) && count >= 1) return count;
  throw usageError(`MAX_CONCURRENT_ENVS is a whole number from 1; got "${text}".`);
}

function modeOf({ environment }: CommandIo): 'simulation' | 'production' {
  const { OPENENV_MODE: text = '' } = environment;
  const mode = text.toLowerCase();
  if (mode === '') return 'simulation';
  if (mode === 'simulation' || mode === 'production') return mode;
  throw usageError(`OPENENV_MODE is simulation or production; got "${text}".`);
}

function openEnvLines({ url, name, maxSessions }: GymServing, token: string | undefined): readonly string[] {
  return [
    `OpenEnv: ${url} (${name}, up to ${maxSessions} sessions)`,
    ...(token ? ['Token: that of METTLE_SERVE_TOKEN'] : []),
    `In Python: GenericEnvClient(base_url="${url}")`,
  ];
}

/** The client goes to its own service unless both addresses are set, and reads the name of the environment from the call. */
function orsLines({ url, name, maxSessions }: GymServing, token: string | undefined): readonly string[] {
  return [
    `ORS: ${url} (${name}, up to ${maxSessions} sessions)`,
    `export OPENREWARD_API_URL=${url} OPENREWARD_SESSION_URL=${url}`,
    ...(token ? ['export OPENREWARD_API_KEY=…  # the token of METTLE_SERVE_TOKEN'] : []),
    `In Python: OpenRewardSpec("${url}", env_name="${name}")`,
  ];
}
