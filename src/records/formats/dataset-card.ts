import { contentHash, type JsonObject } from '../../core/index.js';

/** Counts what a data set of trajectories holds, a row after another, for its card. */
export class DatasetCard {
  #records = 0;
  #steps = 0;
  #calls = 0;
  readonly #tasks = new Set<string>();
  readonly #prompts = new Set<string>();
  readonly #actions = new Set<string>();
  readonly #counts: Record<Counted, Map<string, number>> = {
    split: new Map(),
    outcome: new Map(),
    verification: new Map(),
    environment: new Map(),
    category: new Map(),
    policy: new Map(),
    model: new Map(),
    fault: new Map(),
    tool: new Map(),
  };

  /** Counts a row of the columns of the table. */
  add(row: JsonObject, split: string): void {
    const calls = (row.tool_calls ?? []) as readonly string[];
    this.#records += 1;
    this.#steps += Number(row.steps);
    this.#calls += calls.length;
    this.#tasks.add(`${row.environment} ${row.seed} ${row.task_id}`);
    this.#prompts.add(digest(String(row.prompt)));
    this.#actions.add(digest(calls.join('>')));
    this.#count('split', split);
    // Its version is another for each task where a policy is made for it.
    this.#count('policy', String(row.policy).replace(/ [^ ]*$/, ''));
    for (const name of ['outcome', 'verification', 'environment', 'category', 'model', 'fault'] as const) {
      if (row[name] !== null) this.#count(name, String(row[name]));
    }
    for (const tool of calls) this.#count('tool', tool);
  }

  #count(what: Counted, value: string): void {
    const counts = this.#counts[what];
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }

  /** The card: a README.md with the header that the Hugging Face Hub reads. */
  text(license: string | undefined): string {
    const { split, outcome, verification, environment, category, policy, model, fault, tool } = this.#counts;
    const each = (total: number) => (this.#records === 0 ? '0' : (total / this.#records).toFixed(1));
    return `${this.#header(license)}
# Agent trajectories

${this.#records} runs of ${this.#tasks.size} tasks, recorded by Mettle.

\`\`\`python
from datasets import load_dataset

runs = load_dataset("path/to/this/folder")["${[...split.keys()][0] ?? 'train'}"]
\`\`\`

\`messages\` and \`tools\` are JSON columns, as TRL's trainers take them: \`datasets\` from 4.7 reads them as lists. With \`assistant_only_loss\` nothing is learnt
that the world wrote. \`reward\` is 1 for a run that passed, 0 for one that failed, and null where nobody could tell.

## Statistics

| | |
|---|---|
| runs | ${this.#records} |
| tasks | ${this.#tasks.size} |
| steps a run | ${each(this.#steps)} |
| calls a run | ${each(this.#calls)} |
${tableRows('split', split)}${tableRows('world', environment)}${tableRows('category', category)}${tableRows('made by', policy)}${tableRows('model', model)}${tableRows('calls of', tool)}
## Diversity

| | |
|---|---|
| different prompts | ${this.#prompts.size} of ${this.#records} |
| different sequences of tools | ${this.#actions.size} of ${this.#records} |

## How it was checked

Outcomes are what the task expected against what the run left and answered. A verification makes every call again in a fresh world and compares
what comes back: no model and no template wrote what the tools of a verified run returned. \`not_checked\` is never counted as a pass.

| | runs |
|---|---|
${tableRows('outcome', outcome)}${tableRows('verification', verification)}
${fault.size === 0 ? 'No run has a planted fault.' : `Some runs have a planted fault, named in \`fault\`:\n\n| fault | runs |\n|---|---|\n${tableRows('', fault)}`}
## Licence

${license === undefined ? 'No licence is stated. Add one to the header before you publish this.' : `\`${license}\``}
`;
  }

  #header(license: string | undefined): string {
    const splits = [...this.#counts.split.keys()];
    return [
      '---',
      ...(license === undefined ? [] : [`license: ${license}`]),
      'task_categories:',
      '- text-generation',
      'tags:',
      '- agent',
      '- tool-use',
      '- trajectories',
      'size_categories:',
      `- ${sizeOf(this.#records)}`,
      'configs:',
      '- config_name: default',
      '  data_files:',
      // `no` and `null` would be no text without quotes.
      ...splits.flatMap((name) => [`  - split: "${name}"`, `    path: data/${name}-*.parquet`]),
      '---',
      '',
    ].join('\n');
  }
}

type Counted =
  | 'split'
  | 'outcome'
  | 'verification'
  | 'environment'
  | 'category'
  | 'policy'
  | 'model'
  | 'fault'
  | 'tool';

/** Short, so that millions fit into memory. */
function digest(text: string): string {
  return contentHash(text).slice(0, 16);
}

/** Values that a table lists. */
const MOST_ROWS = 20;

function tableRows(what: string, counts: ReadonlyMap<string, number>): string {
  const all = [...counts].sort(([name, one], [other, two]) => two - one || (name < other ? -1 : 1));
  const rows = all.slice(0, MOST_ROWS).map(([value, count]) => `| ${what} ${cell(value)} | ${count} |\n`);
  if (all.length > MOST_ROWS) rows.push(`| ${all.length - MOST_ROWS} more | |\n`);
  return rows.join('');
}

/** Text as code in a cell: names come from records, and a page must neither run what they hold nor show it in another order. */
function cell(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`|\\<>]/gu, ' ').trim();
  return `\`${Array.from(plain).slice(0, 80).join('') || ' '}\``;
}

function sizeOf(count: number): string {
  if (count < 1_000) return 'n<1K';
  if (count < 10_000) return '1K<n<10K';
  if (count < 100_000) return '10K<n<100K';
  return count < 1_000_000 ? '100K<n<1M' : '1M<n<10M';
}
