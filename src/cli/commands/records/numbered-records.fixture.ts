import { createTrajectory, encodeTrajectories } from '../../../records/index.js';

const DIGEST = 'a'.repeat(64);

/** Lines of records whose seeds count from 0. They were never run. */
export function numberedRecords(count: number): string[] {
  return Array.from({ length: count }, (_, seed) =>
    encodeTrajectories([
      createTrajectory({
        task: {
          id: `task-${seed}`,
          category: 'count',
          prompt: 'How many?',
          expected: { answer: null, stateDigest: null },
          metadata: {},
        },
        environment: { name: 'none', fingerprint: DIGEST },
        policy: { name: 'none', version: '1' },
        seed,
        tools: [],
        steps: [{ type: 'final_answer', content: 'many', value: 'many' }],
        finalAnswer: 'many',
        initialStateDigest: DIGEST,
        finalStateDigest: DIGEST,
        stopReason: 'answered',
        stopDetail: null,
      }),
    ]),
  );
}
