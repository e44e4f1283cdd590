import { contentHash } from 'mettle/core';
import {
  encodeTrajectories,
  openAIJsonl,
  selectForTraining,
  type Trajectory,
  trajectoryRecord,
} from 'mettle/records';

/** The dataset of a run, as the contents of its files. */
export interface DemoDataset {
  /** Every different verified run, passed or not, whole: Mettle's JSON lines. */
  readonly trajectories: string;
  readonly trajectoryCount: number;
  /** The runs among them that are worth learning from: passed, of no unseen task, and their code met every requirement. */
  readonly openai: string;
  readonly openaiCount: number;
}

/** Makes the dataset from all rounds, in their order. A run that did exactly what an earlier one did is left out. */
export function makeDataset(trajectories: readonly Trajectory[]): DemoDataset {
  const different = new Map<string, Trajectory>();
  for (const trajectory of trajectories) {
    if (trajectory.verification?.verdict !== 'pass') continue;
    const key = behaviour(trajectory);
    if (!different.has(key)) different.set(key, trajectory);
  }
  const verified = [...different.values()];
  const openai = openAIJsonl.encode(selectForTraining(verified).selected.filter(meetsRequirements));
  return {
    trajectories: encodeTrajectories(verified),
    trajectoryCount: verified.length,
    openai: openai.text,
    openaiCount: openai.records,
  };
}

/** What a run did: the same task, the same agent, the same steps. */
function behaviour(trajectory: Trajectory): string {
  const { task, steps } = trajectoryRecord(trajectory);
  return contentHash({ task, steps, policy: trajectory.policy.name });
}

function meetsRequirements({ requirements }: Trajectory): boolean {
  return (requirements ?? []).every(({ verdict }) => verdict === 'pass');
}
