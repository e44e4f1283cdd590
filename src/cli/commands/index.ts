import type { CommandDefinition } from '../command.js';
import { checkCommand } from './check.js';
import { doctorCommand } from './doctor.js';
import { evolveCommand } from './evolve.js';

/** Every command, in the order of `--help`. */
export const commands: readonly CommandDefinition[] = [doctorCommand, checkCommand, evolveCommand];
