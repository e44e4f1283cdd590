import type { CommandDefinition } from '../command.js';

/** `mettle metrics`: what a file of trajectories holds, in numbers and as a picture. */
export const metricsCommand: CommandDefinition = {
  name: 'metrics',
  args: '<file>',
  summary: 'say in numbers what a file of trajectories holds, and draw it',
  example:
    'npx --no mettle metrics runs.jsonl\n  npx --no mettle metrics runs.jsonl --judged runs.judged.jsonl --plot runs.svg',
  options: [
    { flags: '--judged <file>', description: 'scores to count as well, as judge writes them' },
    { flags: '--plot <file>', description: 'draw the numbers here, in SVG' },
  ],
  run: async (call, io) => (await import('./metrics/run-metrics.js')).runMetrics(call, io),
};
