import { appendFileSync, mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject, type Json } from '../../core/index.js';
import {
  type Budget,
  type BudgetLimits,
  createBudget,
  createMeter,
  type Meter,
  type ModelPrices,
} from '../../models/index.js';

/** What model calls of a run have used, by all who ever worked on it. */
export interface Spending {
  /** Counts calls; each is written down at once, so that a kill forgets none. */
  readonly meter: Meter;
  /** What is left of the limits. Seconds are those of this process. */
  readonly budget: Budget | undefined;
  readonly prices: ModelPrices;
  /** A few words: calls, tokens and, where prices are known, money. */
  readonly words: () => string;
}

/** The name of the file in each writer's folder. */
const FILE = 'spent.jsonl';

/**
 * Opens the account of a run.
 * @param runFolder - the folder that all writers share.
 */
export async function openSpending(
  runFolder: string,
  writer: string,
  {
    budget,
    prices = {},
  }: { readonly budget?: BudgetLimits | undefined; readonly prices?: ModelPrices | undefined },
): Promise<Spending> {
  const used = await spentBefore(runFolder);
  const counting = createMeter({ prices });
  const path = join(runFolder, writer, FILE);
  const left = (limit: number | undefined, before: number): number | undefined =>
    limit === undefined ? undefined : Math.max(0, limit - before);
  const limits = {
    calls: left(budget?.calls, used.calls),
    tokens: left(budget?.tokens, used.tokens),
    cost: left(budget?.cost, used.cost),
    seconds: budget?.seconds,
  };
  const given = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
  let before = counting.total();
  const meter: Meter = {
    ...counting,
    count: (...call) => {
      counting.count(...call);
      const now = counting.total();
      const tokens = now.inputTokens + now.outputTokens - before.inputTokens - before.outputTokens;
      const line = { model: call[0], calls: now.calls - before.calls, tokens, cost: now.cost - before.cost };
      before = now;
      mkdirSync(dirname(path), { recursive: true });
      // The line break comes first: what a kill left of a line spoils none after it.
      appendFileSync(path, `\n${JSON.stringify(line)}`);
    },
  };
  return {
    meter,
    prices,
    budget: Object.keys(given).length === 0 ? undefined : createBudget(given),
    words: () => {
      const { calls, inputTokens, outputTokens, cost } = counting.total();
      const all = {
        calls: used.calls + calls,
        tokens: used.tokens + inputTokens + outputTokens,
        cost: used.cost + cost,
      };
      if (all.calls === 0) return '';
      return `${all.calls} model calls, ${all.tokens} tokens${all.cost > 0 ? `, ${all.cost.toFixed(2)} spent` : ''}`;
    },
  };
}

async function spentBefore(runFolder: string): Promise<{ calls: number; tokens: number; cost: number }> {
  const used = { calls: 0, tokens: 0, cost: 0 };
  const writers = await readdir(runFolder, { withFileTypes: true }).catch(() => []);
  for (const { name } of writers.filter((entry) => entry.isDirectory())) {
    const text = await readFile(join(runFolder, name, FILE), 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      const spent = parse(line);
      for (const what of ['calls', 'tokens', 'cost'] as const) used[what] += amountOf(spent, what);
    }
  }
  return used;
}

/** A line that was torn off counts for nothing. */
function parse(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return null;
  }
}

function amountOf(spent: Json, what: string): number {
  const amount = isJsonObject(spent) ? spent[what] : 0;
  return typeof amount === 'number' && amount > 0 ? amount : 0;
}
