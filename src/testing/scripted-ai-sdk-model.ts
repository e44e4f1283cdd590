import type {
  AiSdkLanguageModel,
  FinishReason,
  Model,
  ModelMessage,
  ModelRequest,
  ModelResponse,
  ModelStreamEvent,
  ModelTool,
  ToolCallPart,
} from '../models/index.js';

/** What `doGenerate` and `doStream` take, as far as it is read. */
interface CallOptions {
  readonly prompt: readonly ModelMessage[];
  readonly tools?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema?: ModelTool['parameters'];
  }[];
  readonly responseFormat?: ModelRequest['responseFormat'];
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly abortSignal?: AbortSignal;
}

/** A part of a reply. */
type Content = { readonly type: 'text' | 'reasoning'; readonly text: string } | ToolCallContent;

/** A tool call in a reply. */
interface ToolCallContent {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
}

/** How a reply ends. */
interface End {
  finishReason: { unified: FinishReason; raw: string | undefined };
  usage: {
    inputTokens: Record<'total' | 'noCache' | 'cacheRead' | 'cacheWrite', number | undefined>;
    outputTokens: Record<'total' | 'text' | 'reasoning', number | undefined>;
  };
}

/** A part of a stream. */
type Part =
  | ToolCallContent
  | { readonly type: 'stream-start'; warnings: never[] }
  | { readonly type: `${'text' | 'reasoning'}-${'start' | 'end'}` | 'tool-input-end'; readonly id: string }
  | {
      readonly type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta';
      readonly id: string;
      readonly delta: string;
    }
  | { readonly type: 'tool-input-start'; readonly id: string; readonly toolName: string }
  | ({ readonly type: 'finish' } & End);

/** A model as the AI SDK's own functions take it: a `LanguageModelV3`, described by its shape. */
export interface ScriptedAiSdkModel extends AiSdkLanguageModel {
  readonly specificationVersion: 'v3';
  readonly supportedUrls: Record<string, RegExp[]>;
  doGenerate(options: never): Promise<{ content: Content[]; warnings: never[] } & End>;
  doStream(options: never): Promise<{ stream: ReadableStream<Part> }>;
}

/** A model as an object of the AI SDK, version 3 of its specification. */
export function scriptedAiSdkModel(model: Model): ScriptedAiSdkModel {
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: {},
    async doGenerate(options: CallOptions) {
      const response = await model.call(toRequest(options), signalOf(options));
      return { content: contentOf(response), ...endOf(response), warnings: [] };
    },
    async doStream(options: CallOptions) {
      return { stream: partsOf(model.stream(toRequest(options), signalOf(options))) };
    },
  };
}

function signalOf({ abortSignal }: CallOptions): { readonly signal?: AbortSignal } {
  return abortSignal === undefined ? {} : { signal: abortSignal };
}

function toRequest(options: CallOptions): ModelRequest {
  const { prompt, tools, responseFormat, temperature, maxOutputTokens } = options;
  return {
    messages: prompt,
    ...(tools === undefined
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema = {} }) => ({
            name,
            parameters: inputSchema,
            ...(description === undefined ? {} : { description }),
          })),
        }),
    ...(responseFormat === undefined ? {} : { responseFormat }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

function contentOf({ reasoning, text, toolCalls }: ModelResponse): Content[] {
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...toolCalls.map(toolCallOf),
  ];
}

function toolCallOf({ toolCallId, toolName, input, invalidInput }: ToolCallPart): ToolCallContent {
  return { type: 'tool-call', toolCallId, toolName, input: invalidInput ?? JSON.stringify(input) };
}

function endOf({ finishReason, rawFinishReason, usage }: ModelResponse): End {
  return {
    finishReason: { unified: finishReason, raw: rawFinishReason ?? undefined },
    usage: {
      inputTokens: {
        total: usage.inputTokens ?? undefined,
        noCache: undefined,
        cacheRead: usage.cachedInputTokens ?? undefined,
        cacheWrite: usage.cacheWriteTokens ?? undefined,
      },
      outputTokens: {
        total: usage.outputTokens ?? undefined,
        text: undefined,
        reasoning: usage.reasoningTokens ?? undefined,
      },
    },
  };
}

function partsOf(events: AsyncIterable<ModelStreamEvent>): ReadableStream<Part> {
  const parts = toParts(events);
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* toParts(events: AsyncIterable<ModelStreamEvent>): AsyncGenerator<Part, void> {
  yield { type: 'stream-start', warnings: [] };
  let open: 'text' | 'reasoning' | null = null;
  for await (const event of events) {
    const kind = event.type === 'text' || event.type === 'reasoning' ? event.type : null;
    if (open !== null && open !== kind) yield { type: `${open}-end`, id: open };
    if (kind !== null && open !== kind) yield { type: `${kind}-start`, id: kind };
    open = kind;
    switch (event.type) {
      case 'text':
      case 'reasoning':
        yield { type: `${event.type}-delta`, id: event.type, delta: event.text };
        break;
      case 'tool-input':
        yield { type: 'tool-input-start', id: event.toolCallId, toolName: event.toolName };
        yield { type: 'tool-input-delta', id: event.toolCallId, delta: event.text };
        yield { type: 'tool-input-end', id: event.toolCallId };
        break;
      case 'tool-call':
        yield toolCallOf(event.call);
        break;
      default:
        yield { type: 'finish', ...endOf(event.response) };
    }
  }
}
