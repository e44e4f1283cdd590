/** The files of a run, as paths below its folder with `/`. */
export const demoFileNames = {
  trajectories: 'trajectories.jsonl',
  openai: 'openai.jsonl',
  tasks: 'tasks.jsonl',
  script: (skill: string): string => `skills/${skill}.py`,
  report: 'report.html',
} as const;
