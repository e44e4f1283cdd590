/** The same reply as each provider's service writes it: a text, a call of `look` with `{"n": 1}`, seven tokens in and three out. */
export interface WireFormat {
  /** The model's name. */
  readonly model: string;
  /** The variable of its key. */
  readonly key: string;
  readonly whole: object;
  /** The events of a stream, in order. */
  readonly events: readonly object[];
  /** What a request has to hold where a conversation goes on with the result of that call. */
  readonly result: object;
}

const argumentsText = '{"n":1}';
const usage = { input_tokens: 7, output_tokens: 3 };

const claude = {
  id: 'm1',
  type: 'message',
  role: 'assistant',
  model: 'claude-x',
  stop_sequence: null,
};
const anthropic: WireFormat = {
  model: 'anthropic/claude-x',
  key: 'ANTHROPIC_API_KEY',
  whole: {
    ...claude,
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 't1', name: 'look', input: { n: 1 } },
    ],
    stop_reason: 'tool_use',
    usage,
  },
  events: [
    { type: 'message_start', message: { ...claude, content: [], stop_reason: null, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I look.' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 't1', name: 'look', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json: argumentsText },
    },
    { type: 'content_block_stop', index: 1 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 3 },
    },
    { type: 'message_stop' },
  ],
  result: { type: 'tool_result', tool_use_id: 't1' },
};

const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 };
const text = { text: 'I look.' };
const functionCall = { functionCall: { name: 'look', args: { n: 1 } } };
const google: WireFormat = {
  model: 'google/gemini-x',
  key: 'GEMINI_API_KEY',
  whole: {
    candidates: [{ content: { role: 'model', parts: [text, functionCall] }, finishReason: 'STOP' }],
    usageMetadata,
  },
  events: [
    { candidates: [{ content: { role: 'model', parts: [text] } }] },
    {
      candidates: [{ content: { role: 'model', parts: [functionCall] }, finishReason: 'STOP' }],
      usageMetadata,
    },
  ],
  result: { name: 'look' },
};

const message = {
  type: 'message',
  id: 'm1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
};
const call = {
  type: 'function_call',
  id: 'f1',
  call_id: 't1',
  name: 'look',
  arguments: argumentsText,
  status: 'completed',
};
const response = { id: 'r1', created_at: 0, model: 'gpt-x' };
const openai: WireFormat = {
  model: 'openai/gpt-x',
  key: 'OPENAI_API_KEY',
  whole: { ...response, output: [message, call], usage, incomplete_details: null, error: null },
  events: [
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } },
    {
      type: 'response.output_text.delta',
      item_id: 'm1',
      output_index: 0,
      content_index: 0,
      delta: 'I look.',
    },
    { type: 'response.output_item.done', output_index: 0, item: message },
    { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
    { type: 'response.function_call_arguments.delta', item_id: 'f1', output_index: 1, delta: argumentsText },
    { type: 'response.output_item.done', output_index: 1, item: call },
    { type: 'response.completed', response: { ...response, incomplete_details: null, usage } },
  ],
  result: { type: 'function_call_output', call_id: 't1' },
};

/** Those providers that have a format of their own. */
export const WIRE_FORMATS: readonly (readonly [string, WireFormat])[] = Object.entries({
  anthropic,
  google,
  openai,
});

/** Events as a service streams them, each a part of the body of its own. */
export function eventStream(events: readonly object[]): Response {
  const parts = events.map((event) => {
    const { type } = event as { readonly type?: string };
    return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`;
  });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
