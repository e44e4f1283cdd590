import type { Json, JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';
import type { EpisodeSession } from '../serving/episode-session.js';
import type { ServedEpisode, ServedStep } from '../serving/served-gym.js';

/** What a step or a reset answers, on the socket and over HTTP. */
export interface WireObservation {
  readonly observation: JsonObject;
  readonly reward: number | null;
  readonly done: boolean;
  /** Absent where there is none. */
  readonly metadata?: JsonObject;
}

function wireObservation(
  observation: JsonObject,
  metadata: JsonObject,
  { reward, done }: Pick<ServedStep, 'reward' | 'done'>,
): WireObservation {
  return {
    // In both places: older clients look in the first, newer ones in the second.
    observation: { metadata, ...observation },
    reward,
    done,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** What the agent reads first, as the result of a tool `reset`. */
export function resetObservation({ task, prompt, instructions, tools }: ServedEpisode): WireObservation {
  const result = {
    task: prompt,
    ...(instructions === '' ? {} : { instructions }),
    tools: tools.map(({ name }) => name),
  };
  const metadata = { task_id: task.id, category: task.category, split: task.split, index: task.index };
  return wireObservation({ tool_name: 'reset', result, error: null }, metadata, {
    reward: null,
    done: false,
  });
}

/** What came of a call. */
export function stepObservation(tool: string, step: ServedStep): WireObservation {
  const { error } = step;
  const observation = {
    tool_name: tool,
    result: error === null ? toolResult(step.content) : null,
    error: error === null ? null : { error_type: error.kind, message: error.message },
  };
  return wireObservation(observation, step.info, step);
}

/** The tools, as the answer to a step that asks for them. */
export function toolsObservation(tools: readonly ToolDefinition[]): WireObservation {
  return wireObservation({ tools: toolList(tools) }, {}, { reward: null, done: false });
}

/** Tools as clients read them. */
export function toolList(tools: readonly ToolDefinition[]): Json {
  return tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: parameters,
  }));
}

/** What a tool answered, as MCP has it; a client takes `data` from it. */
export function toolResult(content: string): JsonObject {
  return {
    content: [{ type: 'text', text: content, annotations: null, meta: null }],
    structured_content: { result: content },
    meta: null,
    data: content,
    is_error: false,
  };
}

/** What a session is in the middle of. */
export function stateOf(session: EpisodeSession): JsonObject {
  const { episode, episodeName, id } = session;
  if (episode === null) return { episode_id: null, step_count: 0, session_id: id };
  return {
    episode_id: episodeName ?? id,
    step_count: episode.steps,
    session_id: id,
    task_id: episode.task.id,
    done: episode.done,
  };
}
