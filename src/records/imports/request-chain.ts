import { canonicalJson, type JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { Conversation, LoggedCall, LoggedMessage } from './conversation.js';

/** A request to a model as a trace has it: everything that was sent, and the reply. */
export interface LoggedRequest {
  readonly input: readonly LoggedMessage[];
  readonly output: readonly LoggedMessage[];
  readonly tools: readonly ToolDefinition[];
}

/** A call of a tool that a trace has by itself. */
export interface LoggedExecution {
  readonly call: LoggedCall;
  /** Null where the trace has no result. */
  readonly content: string | null;
  readonly failed: boolean;
}

interface Chain {
  readonly messages: LoggedMessage[];
  /** What is compared of each message. */
  readonly keys: string[];
  readonly tools: Map<string, ToolDefinition>;
}

/**
 * Puts the requests of a trace together to conversations. Each request repeats what came before it, which is taken once: a request that
 * begins with all of a conversation goes on with it, another one begins a conversation of its own. A call that a model wrote and that the trace
 * has again as it was executed is one call.
 */
export class RequestChains {
  readonly #chains: Chain[] = [];
  readonly #executions: LoggedExecution[] = [];

  addRequest({ input, output, tools }: LoggedRequest): void {
    const keys = input.map(keyOf);
    let chain = this.#chains.find(
      (each) => each.keys.length <= keys.length && each.keys.every((key, index) => key === keys[index]),
    );
    if (chain === undefined) {
      chain = { messages: [], keys: [], tools: new Map() };
      this.#chains.push(chain);
    }
    const fresh = [...input.slice(chain.messages.length), ...output];
    chain.messages.push(...fresh);
    chain.keys.push(...fresh.map(keyOf));
    for (const tool of tools) chain.tools.set(tool.name, tool);
  }

  addExecution(execution: LoggedExecution): void {
    this.#executions.push(execution);
  }

  /** @param about - what all conversations of the trace have */
  end(about: {
    readonly sourceId?: string;
    readonly metadata?: JsonObject;
    readonly losses: readonly string[];
  }): readonly Conversation[] {
    const left = this.#executions.filter((execution) => !this.#join(execution));
    const chains: Pick<Chain, 'messages' | 'tools'>[] = [...this.#chains];
    if (chains.length === 0 && left.length > 0) {
      // The trace has calls and none of the messages that they came from.
      chains.push({ messages: left.flatMap(messagesOf), tools: new Map() });
    }
    const orphans = chains.length === 1 && this.#chains.length === 0 ? [] : left;
    return chains.map(({ messages, tools }, index) => ({
      ...about,
      messages,
      tools: [...tools.values()],
      losses: [...about.losses, ...(index === 0 ? orphans.map(orphanLoss) : [])],
    }));
  }

  /** Gives the result to the call that a message has; false where none has it. */
  #join({ call, content, failed }: LoggedExecution): boolean {
    for (const { messages } of this.#chains) {
      const calls = messages.flatMap((message) =>
        message.role === 'assistant' ? message.parts.filter((part) => part.type === 'call') : [],
      );
      const answered = new Set(
        messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])),
      );
      const same = calls.filter((each) =>
        call.id === null || each.id === null
          ? each.tool === call.tool && canonicalJson(each.arguments) === canonicalJson(call.arguments)
          : each.id === call.id,
      );
      const open = same.find(({ id }) => !answered.has(id));
      if (open !== undefined && content !== null) {
        const at = messages.findIndex(
          (message) => message.role === 'assistant' && message.parts.includes(open),
        );
        messages.splice(at + 1, 0, {
          role: 'tool',
          callId: open.id,
          tool: open.tool,
          content,
          ...(failed ? { failed: true } : {}),
        });
      }
      if (same.length > 0) return true;
    }
    return false;
  }
}

function messagesOf({ call, content, failed }: LoggedExecution): readonly LoggedMessage[] {
  return [
    { role: 'assistant', parts: [call] },
    ...(content === null
      ? []
      : [
          {
            role: 'tool' as const,
            callId: call.id,
            tool: call.tool,
            content,
            ...(failed ? { failed: true } : {}),
          },
        ]),
  ];
}

function orphanLoss({ call }: LoggedExecution): string {
  return `a call of ${JSON.stringify(call.tool)} that no message has`;
}

/** What two messages have in common that are the same: reasoning isn't always sent again, nor is why a reply ended. */
function keyOf(message: LoggedMessage): string {
  if (message.role === 'tool') return canonicalJson(['tool', message.content]);
  if (message.role !== 'assistant') return canonicalJson([message.role, message.content]);
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = message.parts.flatMap((part) => (part.type === 'call' ? [[part.tool, part.arguments]] : []));
  return canonicalJson(['assistant', text, calls]);
}
