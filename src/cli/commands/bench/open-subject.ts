import {
  agentProcess,
  agentServer,
  type BenchmarkCase,
  type BenchmarkSubject,
} from '../../../benchmarks/index.js';
import { RandomStream } from '../../../core/index.js';
import type { Policy } from '../../../environments/index.js';
import { chooseOfflinePolicy } from '../../../generation/internal.js';
import { findModel } from '../../../models/index.js';
import { policiesOf } from '../../../pipelines/internal.js';
import type { CommandIo } from '../../command.js';
import { openRetriedModel } from '../../open-retried-model.js';
import { missingArgument, usageError } from '../../parse-option.js';

/**
 * Who takes the benchmark, as the call names it.
 * @param cases - whose reference answers `--policy oracle` gives.
 * @throws {MettleError} `cli/usage`, `cli/missing_argument`; as `openModel`.
 */
export async function openSubject(
  { model, policy, agent, maxSteps }: Readonly<Record<string, unknown>>,
  cases: readonly BenchmarkCase[],
  io: CommandIo,
): Promise<BenchmarkSubject> {
  if ([model, policy, agent].filter((each) => each !== undefined).length > 1) {
    throw usageError('--model, --policy and --agent each say who is scored: give one of them.');
  }
  if (typeof agent === 'string') {
    return /^https?:\/\//i.test(agent)
      ? agentServer({ url: agent, maxSteps: Number(maxSteps) })
      : agentProcess({ command: agent, cwd: io.cwd, maxSteps: Number(maxSteps) });
  }
  if (typeof policy === 'string') return offlineSubject(policy, cases);
  if (typeof model === 'string') return openRetriedModel(model, io);
  if (!io.environment.METTLE_MODEL) {
    throw missingArgument('Give --model, --policy or --agent: who is scored.');
  }
  const { name } = findModel({ environment: io.environment });
  io.announce(`Asks ${name}, which METTLE_MODEL names.`);
  return openRetriedModel(name, io);
}

function offlineSubject(name: string, cases: readonly BenchmarkCase[]): BenchmarkSubject {
  const answers = new Map(
    cases.flatMap((item) =>
      'reference' in item && item.reference !== undefined ? [[item.id, item.reference] as const] : [],
    ),
  );
  const policies = policiesOf(name);
  return {
    name,
    version: '1',
    policyFor: ({ work, seed, caseId }) => {
      if (work === null) return referencePolicy(name, answers.get(caseId));
      return chooseOfflinePolicy(
        policies,
        work,
        { seed, mode: 'single_agent', hidesTools: false },
        new RandomStream(seed, 'bench policy'),
      );
    },
  };
}

/** Answers a case by its reference. */
function referencePolicy(name: string, reference: string | undefined): Policy {
  if (name !== 'oracle' || reference === undefined) {
    throw usageError(
      '--policy plays tasks in worlds, and oracle answers cases that have a reference: give --model or --agent for this suite.',
    );
  }
  return { name, version: '1', play: async (_, actor) => actor.answer(reference) };
}
