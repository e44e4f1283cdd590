export type {
  CommandCall,
  CommandDefinition,
  CommandIo,
  CommandOutcome,
  ExitCode,
  OptionDefinition,
} from './command.js';
export { type CliWorld, runCli } from './run-cli.js';
