import { wellFormed } from '../../core/internal.js';
import type { AssistantPart, FilePart, ModelMessage, TextPart, ToolOutput } from '../message.js';
import type { ModelCallOptions, ModelRequest, ModelTool } from '../request.js';
import type { SpecificationVersion } from './language-model.js';
import { reasoningSettings } from './reasoning-effort.js';

/** What `doGenerate` and `doStream` of the AI SDK take, as far as Mettle sets it. */
export type CallOptions = Readonly<Record<string, unknown>>;

/**
 * A request in the words of the AI SDK. `provider` is the model's own name of its provider. Half a character, in any text of
 * it, becomes U+FFFD: a provider answers half a character with an error, and would do so again for the whole conversation.
 */
export function toCallOptions(
  given: ModelRequest,
  options: ModelCallOptions,
  version: SpecificationVersion,
  provider: string,
): CallOptions {
  const request = wellFormed(given);
  const reasoning = reasoningSettings(request, version, provider);
  return {
    prompt: request.messages.map((message) => toPromptMessage(message, version)),
    ...(request.tools === undefined || request.tools.length === 0
      ? {}
      : { tools: request.tools.map(toTool), toolChoice: toToolChoice(request) }),
    ...(request.responseFormat === undefined ? {} : { responseFormat: request.responseFormat }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { topP: request.topP }),
    ...(request.topK === undefined ? {} : { topK: request.topK }),
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    ...(request.stopSequences === undefined ? {} : { stopSequences: [...request.stopSequences] }),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    ...reasoning,
    ...(options.signal === undefined ? {} : { abortSignal: options.signal }),
    ...(options.headers === undefined ? {} : { headers: { ...options.headers } }),
  };
}

function toTool({ name, description, parameters, providerOptions }: ModelTool): object {
  return {
    type: 'function',
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: parameters,
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

function toToolChoice({ toolChoice = 'auto' }: ModelRequest): object {
  return typeof toolChoice === 'string' ? { type: toolChoice } : { type: 'tool', toolName: toolChoice.tool };
}

function toPromptMessage(message: ModelMessage, version: SpecificationVersion): object {
  if (message.role === 'system') return message;
  if (typeof message.content === 'string') {
    return { ...message, content: message.content === '' ? [] : [{ type: 'text', text: message.content }] };
  }
  return { ...message, content: message.content.map((part) => toPromptPart(part, version)) };
}

function toPromptPart(part: AssistantPart, version: SpecificationVersion): object {
  switch (part.type) {
    case 'file':
      return toFilePart(part, version);
    case 'tool-call': {
      const { invalidInput: _, ...call } = part;
      return call;
    }
    case 'tool-result':
      return { ...part, output: toToolOutput(part.output, version) };
    default:
      return part;
  }
}

function toFilePart(part: FilePart, version: SpecificationVersion): object {
  const url = addressOf(part.data);
  if (version !== 'v4') return { ...part, data: url ?? part.data };
  return { ...part, data: url === null ? { type: 'data', data: part.data } : { type: 'url', url } };
}

function toToolOutput(output: ToolOutput, version: SpecificationVersion): object {
  if (output.type !== 'content') return output;
  return { type: 'content', value: output.value.map((part) => toOutputPart(part, version)) };
}

function toOutputPart(part: TextPart | FilePart, version: SpecificationVersion): object {
  if (part.type === 'text') return part;
  if (version === 'v4') return toFilePart(part, version);
  const { mediaType, data, filename } = part;
  if (version === 'v2') return { type: 'media', data, mediaType };
  const kind = mediaType.startsWith('image/') ? 'image' : 'file';
  if (addressOf(data) !== null) return { type: `${kind}-url`, url: data };
  return { type: `${kind}-data`, data, mediaType, ...(filename === undefined ? {} : { filename }) };
}

function addressOf(data: string): URL | null {
  return /^https?:/i.test(data) ? new URL(data) : null;
}
