import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { canonicalJson, type Json } from '../../core/index.js';
import { AgentTrajectoryGenerator, createSqlTaskGenerator, sampleShop } from '../../generation/index.js';
import { packageFolders, python3 } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import type { Trajectory } from '../trajectory.js';
import { callArguments, isCallStep } from '../trajectory-step.js';
import { exportTrajectories } from './export-trajectories.js';
import { huggingFaceFolder } from './hugging-face-folder.js';
import { parquetTable } from './parquet-table.js';
import { trlGrpo } from './trl-grpo.js';
import { trlSft } from './trl-sft.js';
import { verifiersJsonl } from './verifiers-jsonl.js';
import { verlParquet } from './verl-parquet.js';

/** What `datasets` reads: the calls of each record, and what columns hold. */
const DATASETS = `
import json, sys
import datasets
datasets.disable_progress_bars()
folder = sys.argv[1]
def load(kind, name):
    return datasets.load_dataset(kind, data_files=f"{folder}/{name}", cache_dir=f"{folder}/cache")["train"]
def calls(rows):
    return [[[c["function"]["name"], c["function"]["arguments"]] for m in row["messages"] for c in m.get("tool_calls") or []] for row in rows]
table, grpo, verl = load("parquet", "runs.parquet"), load("json", "tasks.jsonl"), load("parquet", "tasks.parquet")
hub = datasets.load_dataset(f"{folder}/hub", cache_dir=f"{folder}/cache")
print(json.dumps({
    "sft": calls(load("json", "sft.jsonl")), "table": calls(table),
    "results": [[m["content"] for m in row["messages"] if m["role"] == "tool"] for row in table],
    "rewards": [row["reward"] for row in table],
    "hub": {split: calls(rows) for split, rows in hub.items()},
    "answers": [row["answer"] for row in grpo],
    "truths": [row["reward_model"]["ground_truth"] for row in verl],
    "indexes": [row["extra_info"]["index"] for row in verl],
}))
`;

/** What verifiers reads: calls, sampled messages and rewards of the episodes. */
const VERIFIERS = `
import json, sys
from verifiers.v1.episode import WireEpisode
episodes = [WireEpisode.model_validate_json(line) for line in open(sys.argv[1] + "/episodes.jsonl")]
nodes = [[node for branch in e.traces[0].branches for node in branch.nodes] for e in episodes]
print(json.dumps({
    "calls": [[[c.name, json.loads(c.arguments)] for n in each for c in getattr(n.message, "tool_calls", None) or []] for each in nodes],
    "sampled": [sorted({n.message.role for n in each if n.sampled}) for each in nodes],
    "rewards": [e.traces[0].reward for e in episodes],
}))
`;

let folder: string;
let runs: readonly Trajectory[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-consumers-'));
  const tasks = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
  const generator = new AgentTrajectoryGenerator({ useMock: true, seed: 0 });
  const made: Trajectory[] = [];
  for (let index = 0; index < 40; index++) {
    made.push(await generator.generate(await tasks.generate({ seed: 0, index })));
  }
  runs = made.filter(({ stopReason }) => stopReason === 'answered');
});
afterAll(() => rm(folder, { recursive: true }));

const callsOf = ({ steps }: Trajectory): readonly (readonly [string, Json])[] =>
  steps.flatMap((step) => (isCallStep(step) ? [[step.tool, callArguments(step)] as const] : []));
const same = (one: unknown, other: unknown) =>
  expect(canonicalJson(one as Json)).toBe(canonicalJson(other as Json));

function readWith(program: string, packages: readonly string[]) {
  const { stdout, stderr } = spawnSync(python3, ['-c', program, folder], {
    env: { ...process.env, PYTHONPATH: packages.join(':'), HF_HUB_OFFLINE: '1' },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const hub = packageFolders(['datasets', 'pyarrow']);
unless(hub.missing).describe('the datasets of Hugging Face', () => {
  unless(hub.missing).it('read every call, argument, result, reward and truth as it was', async () => {
    expect(runs.length).toBeGreaterThan(30);
    const files = [
      [trlSft, 'sft.jsonl'],
      [parquetTable, 'runs.parquet'],
      [trlGrpo, 'tasks.jsonl'],
      [verlParquet, 'tasks.parquet'],
      [huggingFaceFolder, 'hub'],
    ] as const;
    for (const [format, name] of files) {
      await exportTrajectories(runs, { format, path: join(folder, name) });
    }
    const read = readWith(DATASETS, hub.folders);
    same(read.sft, runs.map(callsOf));
    same(read.table, runs.map(callsOf));
    same(
      read.results,
      runs.map(({ steps }) => steps.flatMap((step) => (step.type === 'observation' ? [step.content] : []))),
    );
    same(
      read.rewards,
      runs.map(({ outcome }) => (outcome?.verdict === 'pass' ? 1 : 0)),
    );
    for (const split of Object.keys(read.hub)) {
      const inIt = runs.filter(({ task }) => (task.metadata.split ?? 'train') === split);
      same(read.hub[split], inIt.map(callsOf));
    }
    expect(Object.values(read.hub).flat()).toHaveLength(runs.length);
    const truths = runs.map(({ task: { expected } }) => {
      const { value = '' } = expected.answer ?? {};
      return typeof value === 'string' ? value : canonicalJson(value);
    });
    same(read.answers, truths);
    same(read.truths, truths);
    same(
      read.indexes,
      truths.map((_, index) => index),
    );
  });
});

const prime = packageFolders(['verifiers']);
unless(prime.missing).describe('verifiers', () => {
  unless(prime.missing).it('reads episodes whose only sampled messages are those of the agent', async () => {
    await exportTrajectories(runs, { format: verifiersJsonl, path: join(folder, 'episodes.jsonl') });
    const read = readWith(VERIFIERS, prime.folders);
    same(read.calls, runs.map(callsOf));
    same(
      read.rewards,
      runs.map(({ outcome }) => (outcome?.verdict === 'pass' ? 1 : 0)),
    );
    same(
      read.sampled,
      runs.map(() => ['assistant']),
    );
  });
});
