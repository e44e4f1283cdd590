/** Names of the files in the folder of a generated set. */
export const generationFileNames = {
  trajectories: 'trajectories.jsonl',
  judged: 'trajectories.judged.jsonl',
  world: 'world.json',
  run: 'run.json',
  summary: 'summary.json',
  report: 'report.html',
  /** Says which runs were left out of the exports, and why. */
  leftOut: 'left-out.jsonl',
  /** What a run goes on from: ledgers and segments of results, replies of models. */
  runFolder: 'run',
} as const;

/** The stages whose results are kept, by the names of their files. */
export const stageNames = { runs: 'runs', scores: 'scores' } as const;
