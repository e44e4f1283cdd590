import { RandomStream } from '../../core/index.js';
import { createTrajectory, type Trajectory, type TrajectoryStep } from '../../records/index.js';

/** Trajectories with labels: those that look first and answer what they saw mostly pass, whatever the task. */
export function labelledTrajectories(
  count: number,
  { seed = 0, noise = 0.1 }: { readonly seed?: number; readonly noise?: number } = {},
): { readonly trajectories: readonly Trajectory[]; readonly labels: ReadonlyMap<string, boolean> } {
  const stream = new RandomStream(seed, 'labelled');
  const labels = new Map<string, boolean>();
  const trajectories = Array.from({ length: count }, (_, index) => {
    const isGood = stream.chance(0.5);
    const figure = stream.integer(1000, 9999);
    const calls = stream.integer(1, 4);
    const steps: TrajectoryStep[] = [];
    for (let call = 0; call < calls; call++) {
      const isFailed = !isGood && stream.chance(0.6);
      steps.push(
        { type: 'tool_call', callId: `${call}`, tool: 'look', arguments: { at: isGood ? call : 0 } },
        {
          type: 'observation',
          callId: `${call}`,
          status: isFailed ? 'error' : 'ok',
          content: isFailed ? 'no such thing' : `${figure}`,
          data: isFailed ? null : figure,
          error: isFailed ? { type: 'missing', message: 'no such thing' } : null,
          stateDigest: '0',
          changes: [],
        },
      );
    }
    const answer = isGood ? figure : stream.integer(1000, 9999);
    steps.push({ type: 'final_answer', content: String(answer), value: answer });
    const trajectory = createTrajectory({
      task: {
        id: `task ${Math.floor(index / 3)}`,
        category: 'look',
        prompt: 'What does it say?',
        expected: { answer: { value: figure, comparison: 'number' }, stateDigest: null },
        metadata: {},
      },
      environment: { name: 'wall', fingerprint: '0' },
      policy: { name: 'drawn', version: '1' },
      seed: index,
      tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
      steps,
      finalAnswer: answer,
      initialStateDigest: '0',
      finalStateDigest: '0',
      stopReason: 'answered',
      stopDetail: null,
    });
    labels.set(trajectory.id, stream.chance(noise) ? !isGood : isGood);
    return trajectory;
  });
  return { trajectories, labels };
}
