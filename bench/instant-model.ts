/** What the bench reads of a prompt. */
export interface Asked {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
}

/** A call of a tool, by its name and arguments; null answers `done`. */
export type NextCall = { readonly name: string; readonly input: unknown } | null;

/** A model of the AI SDK that answers at once: it calls what `next` gives for a prompt, or is done. */
export function instantModel(next: (asked: Asked) => NextCall | Promise<NextCall>) {
  return {
    specificationVersion: 'v3' as const,
    provider: 'bench',
    modelId: 'instant',
    supportedUrls: {},
    async doGenerate(asked: Asked) {
      const given = next(asked);
      const call = given instanceof Promise ? await given : given;
      return {
        content: [call === null ? { type: 'text' as const, text: 'done' } : toolCall(asked, call)],
        finishReason: {
          unified: call === null ? ('stop' as const) : ('tool-calls' as const),
          raw: undefined,
        },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
    doStream(): never {
      throw new Error('this bench streams nothing');
    },
  };
}

function toolCall({ prompt }: Asked, { name, input }: NonNullable<NextCall>) {
  return {
    type: 'tool-call' as const,
    toolCallId: `${prompt.length}`,
    toolName: name,
    input: JSON.stringify(input),
  };
}
