import type { ModelMessage } from '../../models/index.js';

/** How prompts and resources of a server are asked for. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
}

/** A prompt that a server offers to people. Its words are the server's, made visible. */
export interface McpPrompt {
  /** For {@link McpPrompts.get}; as the server wrote it. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string | null;
    readonly required: boolean;
  }[];
}

/** The prompts of a server, asked for anew each time; the list is empty where it has none. */
export interface McpPrompts {
  list(options?: McpRequestOptions): Promise<readonly McpPrompt[]>;
  /**
   * A prompt as messages of a conversation: hand them to an agent as `{ messages }`. They are the server's words.
   *
   * @throws {MettleError} `tools/mcp_refused` for a prompt that the server does not know, and for missing arguments.
   */
  get(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: McpRequestOptions,
  ): Promise<readonly ModelMessage[]>;
}

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
