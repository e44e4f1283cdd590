import type { CommandDefinition } from '../command.js';
import { agentCommand } from './agent.js';
import { auditCommand } from './audit.js';
import { benchCommand } from './bench.js';
import { checkCommand } from './check.js';
import { compareCommand } from './compare.js';
import { completionCommand } from './completion.js';
import { dedupCommand } from './dedup.js';
import { demoCommand } from './demo.js';
import { doctorCommand } from './doctor.js';
import { evolveCommand } from './evolve.js';
import { exportCommand } from './export.js';
import { flywheelCommand } from './flywheel.js';
import { generateCommand } from './generate.js';
import { importCommand } from './import.js';
import { installCommand } from './install.js';
import { judgeCommand } from './judge.js';
import { learnCommand } from './learn.js';
import { metricsCommand } from './metrics.js';
import { pairsCommand } from './pairs.js';
import { redactCommand } from './redact.js';
import { rescoreCommand } from './rescore.js';
import { runCommand } from './run.js';
import { runsCommand } from './runs.js';
import { serveCommand } from './serve.js';
import { skillsCommand } from './skills.js';
import { verifyCommand } from './verify.js';
import { verifyRunCommand } from './verify-run.js';

const named: readonly CommandDefinition[] = [
  demoCommand,
  doctorCommand,
  installCommand,
  runCommand,
  checkCommand,
  evolveCommand,
  agentCommand,
  generateCommand,
  flywheelCommand,
  runsCommand,
  judgeCommand,
  verifyCommand,
  rescoreCommand,
  metricsCommand,
  learnCommand,
  skillsCommand,
  dedupCommand,
  pairsCommand,
  exportCommand,
  importCommand,
  benchCommand,
  compareCommand,
  verifyRunCommand,
  auditCommand,
  redactCommand,
  serveCommand,
];

/** Every command, in the order of `--help`. */
export const commands: readonly CommandDefinition[] = [...named, completionCommand(named)];
