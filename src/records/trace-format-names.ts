/** The names of the forms of logs that are read. */
export const TRACE_FORMATS = [
  'mettle',
  'openai',
  'openai-responses',
  'anthropic',
  'sharegpt',
  'hermes',
  'ai-sdk',
  'claude-code',
  'codex',
  'pi',
  'otel',
  'openinference',
  'langfuse',
  'inspect',
  'atif',
] as const;

/** A form that logs of runs are read in; `auto` tells it by what each record holds. */
export type TraceFormatName = 'auto' | (typeof TRACE_FORMATS)[number];
