import { canonicalJson } from '../../core/index.js';
import { oneLine, quoted, shortened } from '../../core/internal.js';
import { UNKNOWN_STATE } from '../imported-environment.js';
import type { ModelTurn, TurnPart } from '../model-turn.js';
import type { OpenAIMessage } from '../openai-message.js';
import type { FinalAnswerStep, ObservationStep, TrajectoryStep } from '../trajectory-step.js';
import { Losses } from './content-text.js';
import type {
  Conversation,
  LoggedCall,
  LoggedMessage,
  LoggedReply,
  LoggedResult,
  SentMessage,
} from './conversation.js';

/** The model of a reply whose model the log doesn't name. */
export const UNKNOWN_MODEL = 'unknown';

/** A reply and what its calls gave. */
interface OpenTurn {
  readonly turn: Omit<ModelTurn, 'step'>;
  readonly steps: TrajectoryStep[];
  readonly hasCalls: boolean;
}

/** A call that was made. */
interface OpenCall {
  /** Its id in the record. */
  readonly callId: string;
  /** Its id in the log. */
  readonly id: string;
  readonly tool: string;
  readonly turn: OpenTurn;
  isAnswered: boolean;
}

/** A logged conversation as steps and turns. */
export interface LoggedEpisode {
  readonly steps: readonly TrajectoryStep[];
  readonly turns: readonly ModelTurn[];
  /** Null where the log doesn't end with words of the agent. */
  readonly answer: FinalAnswerStep | null;
  readonly losses: readonly string[];
}

/**
 * Puts the messages of a log in order: each reply is a turn, whose steps are its reasoning, words and calls as they came, and what the
 * calls gave. A result goes to the turn of its call, however late it came.
 */
export class LoggedTurns {
  /** The names of the tools that were called. */
  readonly tools: Set<string> = new Set();
  readonly #model: string | undefined;
  readonly #turns: OpenTurn[] = [];
  readonly #losses: Losses = new Losses();
  /** Messages that no turn has sent yet, of each agent. */
  readonly #sent: Map<string | undefined, OpenAIMessage[]> = new Map();
  /** The agents whose next turn goes on with the one before. */
  readonly #going: Set<string | undefined> = new Set();
  readonly #ids: Set<string> = new Set();
  /** How often each id of the log was seen. */
  readonly #seen: Map<string, number> = new Map();
  /** The calls without a result by their ids in the log, in their order; of those that all have one, the last. */
  readonly #calls: Map<string, Set<OpenCall>> = new Map();
  readonly #last: Map<string, OpenCall> = new Map();
  /** Calls without a result, in their order, and those of each tool. */
  readonly #open: Set<OpenCall> = new Set();
  readonly #openOf: Map<string, Set<OpenCall>> = new Map();
  #withheld = 0;
  /** Whether the last message is a reply. */
  #endsWithReply = false;

  constructor({ model }: Pick<Conversation, 'model'>) {
    this.#model = model;
  }

  add(message: LoggedMessage): void {
    this.#endsWithReply = message.role === 'assistant';
    if (message.role === 'tool') this.#addResult(message);
    else if (message.role === 'assistant') this.#addReply(message);
    else this.#send(message);
  }

  /** @param declared - the names of the tools that the first turn of each agent could call */
  end(declared: readonly string[]): LoggedEpisode {
    const answer = this.#endsWithReply ? this.#takeAnswer() : null;
    this.#keepUnanswered();
    for (const { callId, tool } of this.#open) {
      this.#losses.add(`the log has no result of the call ${quoted(callId)} of ${quoted(tool)}`);
    }
    const steps: TrajectoryStep[] = [];
    const turns = this.#turns.map(({ turn, steps: own }): ModelTurn => {
      const step = steps.length;
      for (const each of own) steps.push(each);
      const offered = declared.length > 0 && turn.continues !== true ? { tools: declared } : {};
      return { ...turn, step, ...offered };
    });
    return { steps, turns, answer, losses: this.#losses.lines };
  }

  #send({ role, content, agent, isFresh }: SentMessage): void {
    if (isFresh === true) this.#going.delete(agent);
    const waiting = this.#sent.get(agent);
    if (waiting === undefined) this.#sent.set(agent, [{ role, content }]);
    else waiting.push({ role, content });
  }

  #addReply(reply: LoggedReply): void {
    const { agent, model, finishReason, rawFinishReason, usage } = reply;
    const who = agent === undefined ? {} : { agent };
    const steps: TrajectoryStep[] = [];
    const parts: TurnPart[] = [];
    const turn = {
      turn: {
        ...who,
        model: model ?? this.#model ?? UNKNOWN_MODEL,
        ...(this.#going.has(agent) ? { continues: true as const } : {}),
        ...this.#takeSent(agent),
        text: reply.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
        ...(finishReason === undefined ? {} : { finishReason }),
        ...(rawFinishReason === undefined ? {} : { rawFinishReason }),
        ...(usage === undefined || Object.keys(usage).length === 0 ? {} : { usage }),
      },
      steps,
      hasCalls: reply.parts.some(({ type }) => type === 'call'),
    };
    let calls = 0;
    for (const part of reply.parts) {
      if (part.type === 'call') {
        steps.push({ ...who, ...this.#callStep(part, turn) });
        parts.push({ call: calls, ...writtenText(part) });
        calls += 1;
      } else if (part.text !== '') {
        const isReasoning = part.type === 'reasoning';
        steps.push({
          type: 'thought',
          ...who,
          content: part.text,
          ...(isReasoning ? { reasoning: true } : {}),
        });
        parts.push(isReasoning ? { reasoning: part.text } : { text: part.text });
      }
    }
    this.#going.add(agent);
    this.#turns.push(isUsual(parts) ? turn : { ...turn, turn: { ...turn.turn, parts } });
  }

  #callStep(call: LoggedCall, turn: OpenTurn): TrajectoryStep {
    const { tool, arguments: given, invalid, withheld } = call;
    this.tools.add(tool);
    const asked = { tool, arguments: given, ...(invalid === undefined ? {} : { invalidArguments: invalid }) };
    if (withheld !== undefined) {
      this.#withheld += 1;
      return { type: 'withheld_call', callId: `withheld_${this.#withheld}`, ...asked, reason: withheld };
    }
    const callId = this.#freeId(call.id);
    const open: OpenCall = { callId, id: call.id ?? callId, tool, turn, isAnswered: false };
    this.#last.set(open.id, open);
    this.#open.add(open);
    addTo(this.#calls, open.id, open);
    addTo(this.#openOf, tool, open);
    return { type: 'tool_call', callId, ...asked };
  }

  /** The id of a call, made different where several calls have the same. */
  #freeId(id: string | null): string {
    const base = id ?? `call_${this.#ids.size + 1}`;
    let times = (this.#seen.get(base) ?? 0) + 1;
    let free = times === 1 ? base : `${base}#${times}`;
    while (this.#ids.has(free)) {
      times += 1;
      free = `${base}#${times}`;
    }
    this.#seen.set(base, times);
    this.#ids.add(free);
    if (id !== null && free !== id) {
      this.#losses.add(`the call id ${quoted(id)} stands for several calls: later ones get another`);
    }
    return free;
  }

  #addResult({ callId, tool, content, failed }: LoggedResult): void {
    const call = this.#callOf(callId, tool);
    if (call === undefined) {
      const named = callId === null ? '' : ` ${quoted(callId)}`;
      this.#losses.add(`a result of a call${named} that the log doesn't have`);
      return;
    }
    if (call.isAnswered) {
      this.#losses.add(`another result of the call ${quoted(call.callId)}`);
      return;
    }
    call.isAnswered = true;
    this.#open.delete(call);
    this.#calls.get(call.id)?.delete(call);
    this.#openOf.get(call.tool)?.delete(call);
    const step: ObservationStep = {
      type: 'observation',
      callId: call.callId,
      status: failed === true ? 'error' : 'ok',
      content,
      data: null,
      error: failed === true ? { type: 'tool_error', message: shortened(oneLine(content), 500) } : null,
      stateDigest: UNKNOWN_STATE,
      changes: [],
    };
    call.turn.steps.push(step);
  }

  #callOf(callId: string | null, tool: string | undefined): OpenCall | undefined {
    if (callId !== null) return firstOf(this.#calls.get(callId)) ?? this.#last.get(callId);
    return (tool === undefined ? undefined : firstOf(this.#openOf.get(tool))) ?? firstOf(this.#open);
  }

  /** The words that the log ends with, which are the answer and no thought. */
  #takeAnswer(): FinalAnswerStep | null {
    const last = this.#turns.at(-1);
    if (last === undefined || last.hasCalls || (last.turn.text ?? '') === '') return null;
    const content = last.turn.text ?? '';
    const thoughts = last.steps.filter((step) => step.type === 'thought' && step.reasoning === true);
    const { agent } = last.turn;
    const answer: FinalAnswerStep = {
      type: 'final_answer',
      ...(agent === undefined ? {} : { agent }),
      content,
      value: content,
    };
    last.steps.splice(0, last.steps.length, ...thoughts, answer);
    return answer;
  }

  #takeSent(agent: string | undefined): { readonly sent?: readonly OpenAIMessage[] } {
    const sent = this.#sent.get(agent) ?? [];
    this.#sent.delete(agent);
    return sent.length === 0 ? {} : { sent };
  }

  /** Messages at the end that nobody replied to, as requests without a reply. */
  #keepUnanswered(): void {
    for (const [agent] of [...this.#sent]) {
      const turn = {
        ...(agent === undefined ? {} : { agent }),
        model: this.#model ?? UNKNOWN_MODEL,
        ...(this.#going.has(agent) ? { continues: true as const } : {}),
        ...this.#takeSent(agent),
      };
      this.#turns.push({ turn, steps: [], hasCalls: false });
    }
  }
}

function addTo(sets: Map<string, Set<OpenCall>>, key: string, call: OpenCall): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([call]));
  else set.add(call);
}

function firstOf<T>(set: ReadonlySet<T> | undefined): T | undefined {
  return set?.values().next().value;
}

/** The arguments as they were written, where that isn't their canonical JSON. */
function writtenText({ arguments: given, text, invalid }: LoggedCall): { readonly arguments?: string } {
  return text === undefined || invalid !== undefined || text === canonicalJson(given)
    ? {}
    : { arguments: text };
}

/** Whether a reply is reasoning, then text, then calls, each once, and its calls are canonical JSON: then its parts say nothing new. */
function isUsual(parts: readonly TurnPart[]): boolean {
  let before = -1;
  return parts.every((part) => {
    const kind = 'reasoning' in part ? 0 : 'text' in part ? 1 : 2;
    const isNext = kind > before || (kind === 2 && before === 2);
    before = kind;
    return isNext && !('call' in part && part.arguments !== undefined);
  });
}
