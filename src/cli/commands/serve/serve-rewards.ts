import { serveRewards } from '../../../gym/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { openRewards } from './open-rewards.js';
import { writePythonClient } from './write-python-client.js';

/** Serves rewards to trainers, until the user ends it. */
export async function serveRewardsOf(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const { options } = call;
  const token = io.environment.METTLE_SERVE_TOKEN;
  await using rewards = await openRewards(call, io);
  await writePythonClient(call, io);
  await using serving = await serveRewards({
    reward: rewards.reward,
    name: rewards.name,
    tasks: rewards.tasks,
    port: Number(options.port ?? 8001),
    ...(options.host === undefined ? {} : { host: String(options.host) }),
    ...(token ? { token } : {}),
  });
  const { url, name } = serving;
  io.say(`Rewards: ${url} (${rewards.what})`);
  if (token) io.say('Token: that of METTLE_SERVE_TOKEN');
  io.say(`In Python: reward_funcs=[mettle_reward.reward_function("${url}")]`);
  if (options.python === undefined)
    io.say('The module mettle_reward is written by --python mettle_reward.py.');
  if (!io.signal.aborted) {
    await new Promise<void>((finish) => io.signal.addEventListener('abort', () => finish(), { once: true }));
  }
  return { exitCode: 0, document: { url, env: name, sessions: null } };
}
