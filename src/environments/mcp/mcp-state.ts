import { isJsonObject, type Json, type JsonObject, type MettleError, sha256 } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Observation } from '../../records/index.js';
import type { McpResourceContent, McpTools } from '../../tools/index.js';
import { environmentError } from '../error-codes.js';
import { maskVolatile } from '../mask-volatile.js';
import type { WorldState } from '../world-state.js';
import { LONGEST_TEXT } from './longest-text.js';

/** A call of a server's tool that the environment makes for itself. */
export interface McpStateCall {
  readonly tool: string;
  readonly arguments?: JsonObject;
}

/** Resources of a server that the environment reads for itself. */
export interface McpStateResource {
  /** A URI; or the beginning of URIs and a `*`, which means all that the server lists by it. */
  readonly resource: string;
}

/** What tells facts about a server's state. */
export type McpStateSource = McpStateCall | McpStateResource;

/** How {@link readMcpState} asks a server. */
export interface McpStateReader {
  readonly sources: Readonly<Record<string, McpStateSource>>;
  readonly resources: McpTools['resources'];
  /** What of the tools' answers may differ, as in `Environment.volatile`. */
  readonly volatile: Readonly<Record<string, readonly string[]>>;
  readonly call: (tool: string, values: JsonObject, signal?: AbortSignal) => Promise<Observation>;
}

/** Listed resources that one source may stand for. */
const MOST_RESOURCES = 200;

/**
 * The facts that a server tells of itself: for each source, `NAME` ↦ what it gives, or `NAME/KEY` for each key where that
 * is an object, and `NAME/URI` for resources that are listed.
 *
 * @throws {MettleError} `environments/world_broken` where one can't be read; and the signal's reason.
 */
export async function readMcpState(reader: McpStateReader, signal?: AbortSignal): Promise<WorldState> {
  const facts = new Map<string, Json>();
  for (const [name, source] of Object.entries(reader.sources)) {
    for (const [key, value] of await read(reader, source, signal)) {
      facts.set(key === null ? name : `${name}/${key}`, value);
    }
  }
  return facts;
}

type Facts = readonly (readonly [key: string | null, value: Json])[];

async function read(
  { resources, volatile, call }: McpStateReader,
  source: McpStateSource,
  signal: AbortSignal | undefined,
): Promise<Facts> {
  if ('tool' in source) {
    const observation = await call(source.tool, source.arguments ?? {}, signal);
    if (observation.status === 'error') throw unreadable(observation.content);
    return factsOf(maskVolatile(observation, volatile[source.tool] ?? []).data);
  }
  const options = signal === undefined ? {} : { signal };
  try {
    const { resource } = source;
    if (!resource.endsWith('*')) {
      const contents = await resources.read(resource, options);
      const json = jsonOf(contents);
      return json === undefined ? [[null, plainFact(contents)]] : factsOf(json);
    }
    const listed = await resources.list(options);
    const uris = listed.map(({ uri }) => uri).filter((uri) => uri.startsWith(resource.slice(0, -1)));
    if (uris.length > MOST_RESOURCES)
      throw new Error(`it lists ${uris.length} resources as ${resource}, over ${MOST_RESOURCES}`);
    const facts: [string, Json][] = [];
    for (const uri of [...new Set(uris)].sort()) {
      const contents = await resources.read(uri, options);
      facts.push([uri, jsonOf(contents) ?? plainFact(contents)]);
    }
    return facts;
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(errorMessage(error), error);
  }
}

/** An object by its keys, anything else whole. */
function factsOf(value: Json): Facts {
  return isJsonObject(value) ? Object.entries(value) : [[null, value]];
}

/** What a resource of one JSON text says; undefined for any other. */
function jsonOf([part, ...others]: readonly McpResourceContent[]): Json | undefined {
  if (part === undefined || others.length > 0 || !('text' in part) || part.text.length > LONGEST_TEXT) return;
  if (!/^application\/(.+\+)?json\b/i.test(part.mimeType ?? '')) return;
  try {
    return JSON.parse(part.text) as Json;
  } catch {
    return;
  }
}

/** Texts as they are; what is long, and bytes, by their hash. One part stands for itself. */
function plainFact(contents: readonly McpResourceContent[]): Json {
  const parts = contents.map((part): Json => {
    if (!('text' in part)) return { bytes: part.bytes.length, sha256: sha256(part.bytes) };
    const { text } = part;
    return text.length > LONGEST_TEXT ? { characters: text.length, sha256: sha256(text) } : text;
  });
  return parts.length === 1 ? (parts[0] ?? null) : parts;
}

function unreadable(why: string, cause?: unknown): MettleError {
  return environmentError(
    'world_broken',
    `The state of the MCP server can't be read: ${why.replace(/\.$/, '')}. Reset the world, or open a new one.`,
    { cause },
  );
}
