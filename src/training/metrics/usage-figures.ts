/** What models and programs used between two readings. Null where nobody counted. */
export interface UsageReading {
  /** Calls of models, failed ones included. */
  readonly calls: number;
  readonly failedCalls: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly cost: number | null;
  /** Seconds that calls took, added up. */
  readonly callSeconds: number | null;
  /** Seconds to the first piece of each streamed reply, added up, and how many there were. */
  readonly firstPieceSeconds: number | null;
  readonly streamedCalls: number | null;
  /** Vectors of embedding models. */
  readonly vectors: number | null;
  /** Seconds on the clock since the metric was begun. */
  readonly wallSeconds: number;
  /** Samples that the program was run on, failed ones included. */
  readonly samples: number;
  readonly failedSamples: number;
}

/** A figure of usage, by name. */
export type UsageFigure =
  | 'calls'
  | 'input_tokens'
  | 'output_tokens'
  | 'total_tokens'
  | 'cached_tokens'
  | 'cache_write_tokens'
  | 'reasoning_tokens'
  | 'input_tokens_per_call'
  | 'output_tokens_per_call'
  | 'total_tokens_per_call'
  | 'cached_tokens_per_call'
  | 'cache_write_tokens_per_call'
  | 'reasoning_tokens_per_call'
  | 'cache_hit_rate'
  | 'reasoning_token_share'
  | 'vectors'
  | 'cost'
  | 'cost_per_call'
  | 'failed_calls'
  | 'error_rate'
  | 'latency'
  | 'time_to_first_token'
  | 'tokens_per_second'
  | 'throughput'
  | 'program_calls'
  | 'program_error_rate'
  | 'program_cost_per_call'
  | 'program_elapsed_time'
  | 'program_calls_per_second';

interface Figure {
  /** What it is counted in, as an axis would say it. */
  readonly unit: string;
  readonly direction: 'max' | 'min';
  of(reading: UsageReading): number | null;
}

const figure = (
  unit: string,
  of: (reading: UsageReading) => number | null,
  direction: 'max' | 'min' = 'min',
): Figure => ({ unit, of, direction });

/** What can be read of usage, by name. Less is better but for rates of speed and for what a cache saves. */
export const USAGE_FIGURES: Readonly<Record<UsageFigure, Figure>> = {
  calls: figure('calls', (r) => r.calls),
  input_tokens: figure('tokens', (r) => r.inputTokens),
  output_tokens: figure('tokens', (r) => r.outputTokens),
  total_tokens: figure('tokens', total),
  cached_tokens: figure('tokens', (r) => r.cachedInputTokens, 'max'),
  cache_write_tokens: figure('tokens', (r) => r.cacheWriteTokens),
  reasoning_tokens: figure('tokens', (r) => r.reasoningTokens),
  input_tokens_per_call: figure('tokens/call', (r) => per(r.inputTokens, r.calls)),
  output_tokens_per_call: figure('tokens/call', (r) => per(r.outputTokens, r.calls)),
  total_tokens_per_call: figure('tokens/call', (r) => per(total(r), r.calls)),
  cached_tokens_per_call: figure('tokens/call', (r) => per(r.cachedInputTokens, r.calls), 'max'),
  cache_write_tokens_per_call: figure('tokens/call', (r) => per(r.cacheWriteTokens, r.calls)),
  reasoning_tokens_per_call: figure('tokens/call', (r) => per(r.reasoningTokens, r.calls)),
  cache_hit_rate: figure('share', (r) => per(r.cachedInputTokens, r.inputTokens), 'max'),
  reasoning_token_share: figure('share', (r) => per(r.reasoningTokens, r.outputTokens)),
  vectors: figure('vectors', (r) => r.vectors),
  cost: figure('money', (r) => r.cost),
  cost_per_call: figure('money/call', (r) => per(r.cost, r.calls)),
  failed_calls: figure('calls', (r) => r.failedCalls),
  error_rate: figure('share', (r) => per(r.failedCalls, r.calls)),
  latency: figure('s/call', (r) => per(r.callSeconds, r.calls)),
  time_to_first_token: figure('s/call', (r) => per(r.firstPieceSeconds, r.streamedCalls)),
  tokens_per_second: figure('tokens/s', (r) => per(r.outputTokens, r.callSeconds), 'max'),
  throughput: figure('tokens/s', (r) => per(total(r), r.wallSeconds), 'max'),
  program_calls: figure('samples', (r) => r.samples, 'max'),
  program_error_rate: figure('share', (r) => per(r.failedSamples, r.samples)),
  program_cost_per_call: figure('money/sample', (r) => per(r.cost, r.samples)),
  program_elapsed_time: figure('s', (r) => r.wallSeconds),
  program_calls_per_second: figure('samples/s', (r) => per(r.samples, r.wallSeconds), 'max'),
};

/** What an evaluation counts beside its figures. */
const COUNTS: readonly string[] = ['samples', 'failed'];

/** What a figure is counted in, as an axis says it; `score` for what is no count and no figure of usage. */
export function unitOf(name: string): string {
  const figure = name.replace(/^(?:val|test)_/, '').replace(/^(?:reward|optimizer|all)_/, '');
  if (COUNTS.includes(figure)) return 'samples';
  return Object.hasOwn(USAGE_FIGURES, figure) ? USAGE_FIGURES[figure as UsageFigure].unit : 'score';
}

function total(reading: UsageReading): number {
  return reading.inputTokens + reading.outputTokens;
}

function per(amount: number | null, parts: number | null): number | null {
  return amount === null || parts === null || parts === 0 ? null : amount / parts;
}
