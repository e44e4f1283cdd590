import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { ANSWER_TOOL } from '../answer-tool.js';
import type { ServedEpisode, ServedGym, ServedStep } from '../serving/served-gym.js';

/** Kinds of blocks that messages may have. */
const BLOCK_TYPES: readonly string[] = ['text', 'image', 'reasoning', 'tool_call', 'tool_result'];

/** What a model is told that can only answer by a tool. */
const HOW_TO_ANSWER = `Give your answer by the tool ${ANSWER_TOOL.name}.`;

/** The tools of a gym or an episode. The one to answer by is among them, and also where a plain message goes to. */
export function toolsReply(tools: ServedGym['tools']): JsonObject {
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    })),
    terminal_tool: { name: ANSWER_TOOL.name, arg: 'answer', description: ANSWER_TOOL.description },
    supports_score_group: true,
    message_block_types: BLOCK_TYPES,
  };
}

/** What an agent reads first, as blocks. */
export function promptReply({ prompt, instructions }: ServedEpisode): Json {
  const parts = [...(instructions === '' ? [] : [instructions]), prompt, HOW_TO_ANSWER];
  return [textBlock(parts.join('\n\n'))];
}

/** What an agent reads first, as messages. */
export function messagesReply({ prompt, instructions }: ServedEpisode): Json {
  const system = instructions === '' ? HOW_TO_ANSWER : `${instructions}\n\n${HOW_TO_ANSWER}`;
  return [
    { role: 'system', blocks: [textBlock(system)], detail: null },
    { role: 'user', blocks: [textBlock(prompt)], detail: null },
  ];
}

function textBlock(text: string): JsonObject {
  return { text, detail: null, type: 'text' };
}

/**
 * The result of a call. Only the last one has a reward, that of the whole episode: a trainer takes the last that it sees,
 * so that any reward before would stand in for one which could not be told.
 */
export function callReply(tool: string, step: ServedStep): JsonObject {
  const { error, done, earned } = step;
  if (error !== null && error.kind !== 'execution_error' && !done) {
    return error.kind === 'tool_not_found'
      ? { ok: false, error: `'${tool}' is not a valid tool: ${error.message}`, reason: 'not_found' }
      : { ok: false, error: `Tool input validation error: ${error.message}`, reason: 'input_validation' };
  }
  const output = {
    blocks: [textBlock(error?.message ?? step.content)],
    metadata: { ...step.info, step_reward: step.reward },
    reward: earned,
    finished: done,
  };
  return { ok: true, output };
}

/** What calls a candidate made, and the text of its last message; null for what are no messages. */
export function readCandidate(candidate: Json): {
  readonly calls: readonly { readonly tool: string; readonly input: JsonObject }[];
  readonly text: string;
} | null {
  if (!isJsonObject(candidate) || !Array.isArray(candidate.messages)) return null;
  const calls: { readonly tool: string; readonly input: JsonObject }[] = [];
  let text = '';
  for (const message of candidate.messages as readonly Json[]) {
    if (!isJsonObject(message) || !Array.isArray(message.blocks)) return null;
    if (message.role !== 'assistant') continue;
    const said: string[] = [];
    for (const block of message.blocks as readonly Json[]) {
      if (!isJsonObject(block)) return null;
      if (block.type === 'text') said.push(String(block.text));
      if (block.type !== 'tool_call') continue;
      calls.push({ tool: String(block.name), input: isJsonObject(block.input) ? block.input : {} });
    }
    text = said.join('\n');
  }
  return { calls, text };
}
