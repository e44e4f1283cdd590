import type { BlobResourceContents, TextResourceContents } from '@modelcontextprotocol/client';
import type { McpConnection } from './mcp-connection.js';
import { askServer, type McpRequestOptions, wordsOrNull } from './mcp-request.js';
import type { McpOptions } from './mcp-server.js';

/** A resource that a server offers. Its words are the server's, made visible. */
export interface McpResource {
  /** For {@link McpResources.read}; as the server wrote it. */
  readonly uri: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly mimeType: string | null;
}

/** A family of resources: a URI with `{name}` in it (RFC 6570), to be filled in. */
export interface McpResourceTemplate extends Omit<McpResource, 'uri'> {
  readonly uriTemplate: string;
}

/** A part of a resource: text, or bytes. They are data: nothing in them is made visible or cut. */
export type McpResourceContent = { readonly uri: string; readonly mimeType: string | null } & (
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
);

/** The resources of a server, asked for anew each time; lists are empty where it has none. */
export interface McpResources {
  list(options?: McpRequestOptions): Promise<readonly McpResource[]>;
  templates(options?: McpRequestOptions): Promise<readonly McpResourceTemplate[]>;
  /** @throws {MettleError} `tools/mcp_refused` for a URI that the server does not know. */
  read(uri: string, options?: McpRequestOptions): Promise<readonly McpResourceContent[]>;
}

/** Entries of a list that are taken. */
export const MAX_ENTRIES = 2_000;

/** The resources of the server behind a connection. */
export function mcpResources(connection: McpConnection, options: McpOptions): McpResources {
  return {
    async list(given = {}) {
      const resources = await askServer(connection, options, given, async (client, request) =>
        client.getServerCapabilities()?.resources === undefined
          ? []
          : (await client.listResources(undefined, { ...request, cacheMode: 'refresh' })).resources,
      );
      return resources.slice(0, MAX_ENTRIES).map((one) => ({ uri: one.uri, ...wordsOf(one) }));
    },
    async templates(given = {}) {
      const templates = await askServer(connection, options, given, async (client, request) =>
        client.getServerCapabilities()?.resources === undefined
          ? []
          : (await client.listResourceTemplates(undefined, { ...request, cacheMode: 'refresh' }))
              .resourceTemplates,
      );
      return templates
        .slice(0, MAX_ENTRIES)
        .map((one) => ({ uriTemplate: one.uriTemplate, ...wordsOf(one) }));
    },
    async read(uri, given = {}) {
      const { contents } = await askServer(connection, options, given, (client, request) =>
        client.readResource({ uri }, { ...request, cacheMode: 'refresh' }),
      );
      return contents.map(contentOf);
    },
  };
}

function wordsOf(one: {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}): Omit<McpResource, 'uri'> {
  return {
    name: wordsOrNull(one.title ?? one.name, 200),
    description: wordsOrNull(one.description),
    mimeType: wordsOrNull(one.mimeType, 200),
  };
}

/** The content of a resource, as a server sends it. */
function contentOf(content: TextResourceContents | BlobResourceContents): McpResourceContent {
  const { uri } = content;
  const mimeType = wordsOrNull(content.mimeType, 200);
  return 'text' in content
    ? { uri, mimeType, text: content.text }
    : { uri, mimeType, bytes: Buffer.from(content.blob, 'base64') };
}
