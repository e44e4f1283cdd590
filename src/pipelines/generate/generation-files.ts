/** Names of the files in the folder of a generated set. */
export const generationFileNames = {
  trajectories: 'trajectories.jsonl',
  world: 'world.json',
  run: 'run.json',
  summary: 'summary.json',
  report: 'report.html',
} as const;
