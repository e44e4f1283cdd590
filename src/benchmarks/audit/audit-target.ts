import type { Json, JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';
import type { Finding } from './audit-report.js';

/** Which episode of an environment. The same place is the same episode each time. */
export interface AuditPlace {
  readonly seed: number;
  readonly index: number;
}

/** What came of an action. */
export interface AuditStep {
  /** What the agent reads. */
  readonly text: string;
  /** As the environment gave it: whether it is a number is one of the checks. */
  readonly reward: Json | undefined;
  readonly done: boolean;
}

/** One live episode. */
export interface AuditEpisode {
  /** What the agent reads first. */
  readonly first: string;
  /** What came with it beside the text. */
  readonly metadata: Json;
  /** @throws {Error} where the environment broke. */
  act(action: JsonObject): Promise<AuditStep>;
  /** What the environment says of where the episode stands; null where it says nothing. */
  state(): Promise<Json>;
  close(): Promise<void>;
}

/** An environment as an audit plays it: from outside, by what an agent can do, with the rewards that it gives. */
export interface AuditTarget extends AsyncDisposable {
  readonly name: string;
  readonly kind: 'world' | 'openenv';
  /** What an agent can call: an action is `{tool, arguments}` then. Empty where actions are free objects. */
  readonly tools: readonly ToolDefinition[];
  /** JSON Schema of an action, where there are no tools. */
  readonly actionSchema: JsonObject | null;
  /** Whether a place's `index` chooses among tasks. */
  readonly hasTasks: boolean;
  begin(place: AuditPlace): Promise<AuditEpisode>;
  /** The actions that solve it; null where nobody knows them. */
  oracle(place: AuditPlace): Promise<readonly JsonObject[] | null>;
  /** What can be checked from inside alone; nothing from outside. */
  own(places: readonly AuditPlace[]): Promise<readonly Finding[]>;
}
