import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { TurnUsage } from '../model-turn.js';
import { contentText, Losses } from './content-text.js';
import type { Conversation, LoggedMessage, LoggedResult, ReplyPart, UnusableRecord } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import type { ExactJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, someText, textOrNull, tokens } from './read-value.js';
import type { TraceFormat } from './trace-format.js';

/** Newest version that is read. */
const NEWEST = 8;

/** Trajectories of Harbor's ATIF, version 1.0 to 1.8; those of subagents are runs of their own. */
export const atifTrajectory: TraceFormat = {
  name: 'atif',
  description: 'trajectories of ATIF, up to version 1.8',
  recognises: (value) => {
    const { schema_version: version, steps, agent } = objectOf(value);
    const isAtif = typeof version === 'string' && /^ATIF-v/.test(version) && Array.isArray(steps);
    return isAtif && isJsonObject(agent) ? `its schema_version is ${version}` : null;
  },
  decode: (value, exact) => {
    const record = objectOf(value);
    const minor = /^ATIF-v1\.(\d{1,4})$/.exec(String(record.schema_version))?.[1];
    if (minor === undefined || Number(minor) > NEWEST) {
      return {
        reason: `its version is ${JSON.stringify(record.schema_version ?? null)}; up to ATIF-v1.${NEWEST} is read`,
      };
    }
    return [record, ...objectsOf(record.subagent_trajectories)].map((each) => runOf(each, exact));
  },
};

function runOf(record: JsonObject, exact: ExactJson): Conversation | UnusableRecord {
  const losses = new Losses();
  const messages: LoggedMessage[] = [];
  for (const [index, step] of objectsOf(record.steps).entries()) {
    const read = stepOf(step, exact, losses);
    if (typeof read === 'string') return { reason: `steps[${index}]: ${read}` };
    messages.push(...read);
  }
  const agent = objectOf(record.agent);
  const model = someText(agent.model_name);
  const id = someText(record.trajectory_id) ?? someText(record.session_id);
  if (record.continued_trajectory_ref !== undefined && record.continued_trajectory_ref !== null) {
    losses.add('where the trajectory goes on');
  }
  const metadata = {
    ...(someText(agent.name) === undefined ? {} : { agent: agent.name ?? null }),
    ...(someText(agent.version) === undefined ? {} : { agent_version: agent.version ?? null }),
    ...(someText(record.notes) === undefined ? {} : { notes: record.notes ?? null }),
  };
  return {
    messages,
    tools: declaredTools(agent.tool_definitions, losses),
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { sourceId: id }),
    metadata,
    losses: losses.lines,
  };
}

/** The messages of a step, or what is wrong with it. */
function stepOf(step: JsonObject, exact: ExactJson, losses: Losses): readonly LoggedMessage[] | string {
  const { source, message, observation } = step;
  const text = contentText(message, losses);
  const results = objectsOf(objectOf(observation).results).map((result) => resultOf(result, losses));
  if (source === 'system' || source === 'user') {
    return [
      {
        role: source,
        content: text,
        ...(step.is_copied_context === true ? { isContext: true as const } : {}),
      },
      ...results,
    ];
  }
  if (source !== 'agent')
    return `its source ${JSON.stringify(source ?? null)} is none of system, user and agent`;
  const reasoning = someText(step.reasoning_content);
  const calls = objectsOf(step.tool_calls).map((call) =>
    loggedCall(
      { id: textOrNull(call.tool_call_id), tool: textOrNull(call.function_name) ?? '' },
      call.arguments,
      exact,
    ),
  );
  const parts: ReplyPart[] = [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls,
  ];
  const model = someText(step.model_name);
  const metrics = objectOf(step.metrics);
  if (Array.isArray(metrics.completion_token_ids) || Array.isArray(metrics.logprobs))
    losses.add('token ids and log probabilities');
  return [
    { role: 'assistant', parts, ...(model === undefined ? {} : { model }), usage: usageOf(metrics) },
    // A result that names no call answers the one call of its step.
    ...results.map((result) =>
      result.callId === null && calls.length === 1 ? { ...result, callId: calls[0]?.id ?? null } : result,
    ),
  ];
}

function resultOf({ source_call_id: id, content, extra }: JsonObject, losses: Losses): LoggedResult {
  const { is_error: failed, status } = objectOf(extra);
  return {
    role: 'tool',
    callId: textOrNull(id),
    content: contentText(content as Json | undefined, losses),
    ...(failed === true || status === 'error' ? { failed: true } : {}),
  };
}

function usageOf(metrics: JsonObject): TurnUsage {
  const counts = {
    inputTokens: tokens(metrics.prompt_tokens),
    outputTokens: tokens(metrics.completion_tokens),
    cachedInputTokens: tokens(metrics.cached_tokens),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
