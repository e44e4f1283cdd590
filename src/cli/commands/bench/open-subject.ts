import { agentProcess, type BenchmarkSubject } from '../../../benchmarks/index.js';
import { RandomStream } from '../../../core/index.js';
import { chooseOfflinePolicy } from '../../../generation/internal.js';
import { findModel } from '../../../models/index.js';
import { policiesOf } from '../../../pipelines/internal.js';
import type { CommandIo } from '../../command.js';
import { openRetriedModel } from '../../open-retried-model.js';
import { missingArgument, usageError } from '../../parse-option.js';

/**
 * Who takes the benchmark, as the call names it.
 * @throws {MettleError} `cli/usage`, `cli/missing_argument`; as `openModel`.
 */
export async function openSubject(
  { model, policy, agent, maxSteps }: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<BenchmarkSubject> {
  if ([model, policy, agent].filter((each) => each !== undefined).length > 1) {
    throw usageError('--model, --policy and --agent each say who is scored: give one of them.');
  }
  if (typeof agent === 'string')
    return agentProcess({ command: agent, cwd: io.cwd, maxSteps: Number(maxSteps) });
  if (typeof policy === 'string') return offlineSubject(policy);
  if (typeof model === 'string') return openRetriedModel(model, io);
  if (!io.environment.METTLE_MODEL) {
    throw missingArgument('Give --model, --policy or --agent: who is scored.');
  }
  const { name } = findModel({ environment: io.environment });
  io.announce(`Asks ${name}, which METTLE_MODEL names.`);
  return openRetriedModel(name, io);
}

function offlineSubject(name: string): BenchmarkSubject {
  const policies = policiesOf(name);
  return {
    name,
    version: '1',
    policyFor: ({ work, seed }) => {
      if (work === null)
        throw usageError('--policy plays tasks in worlds: give --model or --agent for this suite.');
      return chooseOfflinePolicy(
        policies,
        work,
        { seed, mode: 'single_agent', hidesTools: false },
        new RandomStream(seed, 'bench policy'),
      );
    },
  };
}
