import type { CommandDefinition } from '../command.js';

/** `mettle doctor`: what this machine has and what each part unlocks. */
export const doctorCommand: CommandDefinition = {
  name: 'doctor',
  args: '',
  summary: 'probe engines, confinement and optional parts, and say what each unlocks',
  example: 'mettle doctor',
  options: [],
  run: async () => ({ exitCode: 0, document: { engines: [], models: [], optional: [] } }),
};
