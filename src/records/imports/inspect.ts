import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { TurnFinishReason, TurnUsage } from '../model-turn.js';
import { contentText, Losses } from './content-text.js';
import type { Conversation, LoggedMessage, ReplyPart, UnusableRecord } from './conversation.js';
import type { ExactJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, someText, textOrNull, tokens } from './read-value.js';
import type { TraceFormat } from './trace-format.js';

/** Logs of Inspect: a whole log as JSON, each sample a run, or a sample by itself, as it stands in an `.eval` file. */
export const inspectLog: TraceFormat = {
  name: 'inspect',
  description: 'logs of Inspect, as JSON or .eval',
  recognises: (value) => {
    if (isSample(value)) return 'it is a sample with an epoch, messages and output';
    const { eval: about, plan, samples, version } = objectOf(value);
    const isLog =
      isJsonObject(about) && (isJsonObject(plan) || Array.isArray(samples) || typeof version === 'number');
    return isLog && 'task' in about ? 'it has eval, plan and samples' : null;
  },
  decode: (value, exact) => {
    if (isSample(value)) return runOf(objectOf(value), {}, exact);
    const { eval: about, samples } = objectOf(value);
    const read = objectsOf(samples);
    return read.length === 0
      ? { reason: 'the log has no samples' }
      : read.map((sample) => runOf(sample, objectOf(about), exact));
  },
};

function isSample(value: Json): boolean {
  const { epoch, messages, output, input } = objectOf(value);
  return typeof epoch === 'number' && Array.isArray(messages) && isJsonObject(output) && input !== undefined;
}

function runOf(sample: JsonObject, about: JsonObject, exact: ExactJson): Conversation | UnusableRecord {
  const losses = new Losses();
  const attachments = objectOf(sample.attachments);
  const messages: LoggedMessage[] = [];
  for (const message of objectsOf(sample.messages)) {
    const read = messageOf(withAttachments(message, attachments) as JsonObject, exact, losses);
    if (typeof read === 'string') return { reason: read };
    messages.push(read);
  }
  lastReply(messages, objectOf(sample.output));
  const { id, epoch, uuid, scores, target, error, limit } = sample;
  const model = someText(about.model) ?? someText(objectOf(sample.output).model);
  const metadata: JsonObject = {
    ...(about.task === undefined ? {} : { task: about.task }),
    ...(id === undefined ? {} : { sample: id }),
    ...(epoch === undefined ? {} : { epoch }),
    // What a scorer of another program said is a claim, no outcome.
    ...(isJsonObject(scores) ? { scores: claims(scores) } : {}),
    ...(target === undefined || target === '' ? {} : { target }),
    ...(isJsonObject(limit) ? { limit: limit.type ?? null } : {}),
  };
  if (isJsonObject(error)) losses.add('the error that ended the sample');
  return {
    messages,
    tools: [],
    ...(model === undefined ? {} : { model }),
    sourceId: someText(uuid) ?? `${String(id)} epoch ${String(epoch)}`,
    metadata,
    losses: losses.lines,
  };
}

/** What each scorer said, without its transcripts. */
function claims(scores: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(scores).map(([name, score]) => [
      name,
      isJsonObject(score) ? (score.value ?? null) : score,
    ]),
  );
}

/** Long texts and images stand apart from the messages that refer to them. */
function withAttachments(value: Json, attachments: JsonObject): Json {
  if (typeof value === 'string') {
    const name = value.startsWith('attachment://') ? value.slice('attachment://'.length) : null;
    return name !== null && Object.hasOwn(attachments, name) ? (attachments[name] ?? value) : value;
  }
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item) => withAttachments(item, attachments));
  // Arguments keep the very object that their text is known of.
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'arguments' ? member : withAttachments(member, attachments),
    ]),
  );
}

function messageOf(message: JsonObject, exact: ExactJson, losses: Losses): LoggedMessage | string {
  const { role, content, tool_calls: calls, error } = message;
  if (role === 'system' || role === 'user') return { role, content: contentText(content, losses) };
  if (role === 'tool') {
    const tool = someText(message.function);
    const failed = isJsonObject(error);
    const text = contentText(content, losses);
    return {
      role,
      callId: textOrNull(message.tool_call_id),
      ...(tool === undefined ? {} : { tool }),
      content: text === '' && failed ? (textOrNull(error.message) ?? '') : text,
      ...(failed ? { failed: true } : {}),
    };
  }
  if (role !== 'assistant')
    return `the role ${JSON.stringify(role ?? null)} is none of system, user, assistant and tool`;
  const parts: ReplyPart[] = [];
  const written = Array.isArray(content) ? objectsOf(content) : [];
  for (const part of written) {
    if (part.type === 'reasoning') parts.push({ type: 'reasoning', text: textOrNull(part.reasoning) ?? '' });
  }
  const text = contentText(
    Array.isArray(content) ? written.filter(({ type }) => type !== 'reasoning') : content,
    losses,
  );
  if (text !== '') parts.push({ type: 'text', text });
  for (const call of objectsOf(calls)) {
    const { id, function: name, arguments: given, parse_error: problem } = call;
    const read = loggedCall({ id: textOrNull(id), tool: textOrNull(name) ?? '' }, given, exact);
    if (typeof problem === 'string') losses.add('why the arguments of a call could not be read');
    parts.push(read);
  }
  const model = someText(message.model);
  return { role, parts, ...(model === undefined ? {} : { model }) };
}

const FINISH_REASONS: Readonly<Record<string, TurnFinishReason>> = {
  stop: 'stop',
  max_tokens: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
};

/** Adds to the last reply why it ended, and its tokens, which the log has of it alone. */
function lastReply(messages: LoggedMessage[], output: JsonObject): void {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const last = messages[at];
  if (last?.role !== 'assistant') return;
  const raw = objectOf(objectsOf(output.choices)[0]).stop_reason;
  const known =
    typeof raw === 'string' && Object.hasOwn(FINISH_REASONS, raw) ? FINISH_REASONS[raw] : undefined;
  const usage = objectOf(output.usage);
  const counts = {
    inputTokens: tokens(usage.input_tokens),
    outputTokens: tokens(usage.output_tokens),
    cachedInputTokens: tokens(usage.input_tokens_cache_read),
    reasoningTokens: tokens(usage.reasoning_tokens),
  };
  messages[at] = {
    ...last,
    ...(typeof raw === 'string'
      ? { finishReason: known ?? 'other', ...(known === raw ? {} : { rawFinishReason: raw }) }
      : {}),
    usage: Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined)) as TurnUsage,
  };
}
