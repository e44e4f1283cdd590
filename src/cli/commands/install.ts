import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';

/** `mettle install monty`: fetches the engine for this machine into the user's cache folder. */
export const installCommand: CommandDefinition = {
  name: 'install',
  args: '<engine>',
  summary: 'fetch an engine for this machine: monty, from the Python package index',
  example: 'npx --no mettle install monty',
  options: [],
  run: install,
};

async function install(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [engine] = call.args;
  if (engine !== 'monty') {
    throw usageError(`mettle can install only monty; got ${JSON.stringify(engine)}.`);
  }
  const { installMonty } = await import('../../sandbox/index.js');
  const installed = await installMonty({ host: { environment: io.environment }, onProgress: io.say });
  const { path, version, sha256, source } = installed;
  return {
    exitCode: 0,
    document: { path, version, sha256, source },
    text: `monty ${version} is at ${path}`,
  };
}
