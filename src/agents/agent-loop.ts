import type { Json, JsonObject } from '../core/index.js';
import type {
  Model,
  ModelMessage,
  ModelRequest,
  ModelResponse,
  ModelTool,
  ToolCallPart,
  ToolChoice,
} from '../models/index.js';
import { modelError, modelName } from '../models/internal.js';
import type { ToolSet } from '../tools/index.js';
import { type AgentError, errorOf } from './agent-error.js';
import type { AgentEventListener, AgentStopReason } from './agent-event.js';
import type { AgentResult, Exchange } from './agent-result.js';
import type { Approve } from './approval.js';
import { pendingCalls } from './conversation.js';
import { judgeSubmission } from './judge-submission.js';
import { readReply } from './read-reply.js';
import { Repetition } from './repetition.js';
import { type CallTool, NOT_RUN, refusal, runToolCalls, type ToolAnswer } from './run-tool-calls.js';
import { type LoopSession, MAY_HAVE_RUN } from './session/loop-session.js';
import { SUBMIT, type SubmitTool } from './submit-tool.js';

/** What one run of the loop is given. */
export interface LoopOptions {
  readonly agent: string;
  readonly model: Model;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** The tools, without `submit`. */
  readonly tools: ToolSet;
  /** Makes the calls in place of the tools, which are then only declared. */
  readonly callTool: CallTool | undefined;
  /** How a structured answer is given; without it the answer is text. */
  readonly submit: SubmitTool | null;
  /** Temperature and so on. */
  readonly settings: Omit<ModelRequest, 'messages' | 'tools' | 'toolChoice'>;
  /** Of each round but the last, in which the model can only answer. */
  readonly toolChoice: ToolChoice;
  /** Rounds of tool calls. After the last one the model can only answer. */
  readonly maxIterations: number;
  readonly toolConcurrency: number;
  readonly maxResultCharacters: number;
  readonly streaming: boolean;
  /** Whether the loop goes on until the answer, or ends after one reply. */
  readonly autonomous: boolean;
  /** Asked before each call of a tool, where given. */
  readonly approve: Approve | undefined;
  readonly signal: AbortSignal | undefined;
  readonly emit: AgentEventListener;
  /** Asked after each turn of tools: an answer that one of them was given, which ends the loop. */
  readonly finished: () => { readonly value: Json } | null;
  /** Keeps each step before the next one begins; null where nothing is kept. */
  readonly session: LoopSession | null;
}

const REPEATED =
  'You made the same call as before and got the same result. Do something else, or give your answer: once more, and the work stops here.';

/**
 * Asks the model, runs the tools that it calls, and asks again, until it answers. Never rejects for what the model, a
 * tool or the caller's signal did: the result says why it ended and holds the conversation so far, from which another
 * call can go on.
 */
export async function runLoop(options: LoopOptions): Promise<AgentResult> {
  const loop = new Loop(options);
  return loop.run();
}

/** One run of the loop: the conversation so far. */
class Loop {
  readonly #options: LoopOptions;
  readonly #tools: readonly ModelTool[];
  readonly #messages: ModelMessage[];
  readonly #exchanges: Exchange[] = [];
  #text = '';
  #toolCalls = 0;
  /** The answers to the calls of the last turn. */
  #answers: readonly ToolAnswer[] = [];

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#messages = [...options.messages];
    const { descriptions } = options.tools;
    this.#tools = options.submit === null ? descriptions : [...descriptions, options.submit.declaration];
  }

  async run(): Promise<AgentResult> {
    try {
      await this.#save();
      this.#answerUnrepeatable();
      const pending = pendingCalls(this.#messages);
      const submitted = pending.length === 0 ? null : await this.#runCalls(pending);
      const ended = submitted ?? (await this.#givenAnswer());
      if (ended !== null) return await this.#end('answered', ended.value);
      const note = this.#options.session?.resumed?.note ?? null;
      if (note !== null) this.#messages.push({ role: 'user', content: note });
      return await this.#rounds();
    } catch (thrown) {
      return this.#failed(thrown);
    }
  }

  /** The answer that another process was given, and ended before it said so. */
  async #givenAnswer(): Promise<{ readonly value: Json } | null> {
    const given = this.#options.session?.resumed?.given ?? null;
    if (given === null || this.#messages.at(-1)?.role !== 'assistant') return null;
    this.#text = given;
    return this.#answerOf(given);
  }

  /** Answers the calls that were under way when another process ended, and that may have had an effect. */
  #answerUnrepeatable(): void {
    const isRepeatable = this.#options.session?.resumed?.isRepeatable ?? (() => true);
    const lost = pendingCalls(this.#messages).filter((call) => !isRepeatable(call));
    if (lost.length > 0) this.#withhold(lost, MAY_HAVE_RUN);
  }

  /** Keeps what came since the last step. After an abort nothing is kept: the step in hand is made again. */
  async #save(exchange: Exchange | null = null, model: string | null = null): Promise<void> {
    const { session, signal } = this.#options;
    if (signal?.aborted !== true) await session?.save({ messages: this.#messages, exchange, model });
  }

  async #rounds(): Promise<AgentResult> {
    const { maxIterations, autonomous } = this.#options;
    let isNudged = false;
    const repetition = new Repetition();
    for (let round = 0; ; round++) {
      const isLast = autonomous && round >= maxIterations;
      const response = await this.#ask(round, isLast);
      const next = readReply(
        response,
        this.#tools.map(({ name }) => name),
      );
      if (next.kind === 'stop') return this.#end(next.stopReason, null);
      if (next.kind === 'answer') {
        const answer = await this.#answerOf(response.text);
        if (answer !== null) return this.#end(isLast ? 'iteration_limit' : 'answered', answer.value);
      }
      if (next.kind === 'none') {
        if (isLast) return this.#end('iteration_limit', null);
        if (isNudged) return this.#end('no_answer', null);
        this.#messages.push({ role: 'user', content: next.remedy });
      }
      isNudged = next.kind === 'none';
      if (!autonomous && next.kind === 'calls') return this.#end('step', null);
      if (next.kind === 'refuse') this.#withhold(next.calls, next.reason);
      if (next.kind === 'calls') {
        if (isLast) this.#refuseAllButSubmit(next.calls);
        const submitted = await this.#runCalls(pendingCalls(this.#messages));
        if (submitted !== null) return this.#end(isLast ? 'iteration_limit' : 'answered', submitted.value);
        const repeats = repetition.after(this.#answers);
        if (repeats === 'stop') return this.#end('stuck', null);
        if (repeats === 'tell') this.#messages.push({ role: 'user', content: REPEATED });
      }
      if (isLast) return this.#end('iteration_limit', null);
    }
  }

  /** Asks the model once, and notes what was asked and answered. */
  async #ask(round: number, isLast: boolean): Promise<ModelResponse> {
    const { model, system, settings, signal, submit, emit } = this.#options;
    signal?.throwIfAborted();
    await this.#save();
    const toolChoice: ToolChoice = !isLast
      ? this.#options.toolChoice
      : submit === null
        ? 'none'
        : { tool: SUBMIT };
    const messageCount = this.#messages.length;
    const request: ModelRequest = {
      ...settings,
      messages: [{ role: 'system', content: system }, ...this.#messages],
      ...(this.#tools.length === 0 ? {} : { tools: this.#tools, toolChoice }),
    };
    emit({ type: 'model-request', round });
    try {
      const response = this.#options.streaming
        ? await this.#stream(request, round)
        : await model.call(request, signalOption(signal));
      const { finishReason, usage, reasoning, servedModel, warnings } = response;
      const exchange: Exchange = {
        messageCount,
        toolChoice,
        response: { finishReason, usage, reasoning, model: servedModel ?? response.model, warnings },
        error: null,
      };
      this.#exchanges.push(exchange);
      this.#messages.push(response.message);
      if (response.text !== '') this.#text = response.text;
      await this.#save(exchange, response.model);
      emit({ type: 'model-reply', round, response });
      return response;
    } catch (thrown) {
      if (this.#exchanges.at(-1)?.messageCount !== messageCount)
        this.#exchanges.push({ messageCount, toolChoice, response: null, error: errorOf(thrown) });
      throw thrown;
    }
  }

  async #stream(request: ModelRequest, round: number): Promise<ModelResponse> {
    const { model, signal, emit } = this.#options;
    for await (const event of model.stream(request, signalOption(signal))) {
      if (event.type === 'finish') return event.response;
      if (event.type === 'text' || event.type === 'reasoning')
        emit({ type: event.type, round, text: event.text });
    }
    throw modelError('cut_off', 'The stream of the model ended before its reply did.', {
      details: { transient: true },
    });
  }

  /** The answer that a text is; null where it is not one yet, and the model has been told so. */
  async #answerOf(text: string): Promise<{ readonly value: Json } | null> {
    const { submit } = this.#options;
    if (submit === null) return { value: text };
    const submission = await submit.checkText(text);
    if (submission.ok) return submission;
    const content = `Give your answer by calling ${SUBMIT}. What you wrote is not taken: ${submission.problems.join('; ')}.`;
    this.#messages.push({ role: 'user', content });
    return null;
  }

  /** Runs calls and appends their results; what was submitted, where that was valid. */
  async #runCalls(calls: readonly ToolCallPart[]): Promise<{ readonly value: Json } | null> {
    const { signal, emit, submit } = this.#options;
    const others = calls.filter(({ toolName }) => submit === null || toolName !== SUBMIT);
    this.#toolCalls += others.length;
    const answers = [...(await runToolCalls({ ...this.#options, calls: others }))];
    const hasFailed = answers.some(({ isError }) => isError);
    let submitted: { readonly value: Json } | null = null;
    for (const call of calls.filter((one) => !others.includes(one))) {
      emit({ type: 'tool-call', call });
      const { answer, value } = await judgeSubmission(call, submit as SubmitTool, hasFailed);
      emit({ type: 'tool-result', ...answer });
      answers.push(answer);
      submitted ??= value;
    }
    this.#append(calls, answers);
    this.#answers = answers;
    signal?.throwIfAborted();
    return submitted ?? this.#options.finished();
  }

  /** Answers calls that are not made, and tells of them. */
  #withhold(calls: readonly ToolCallPart[], reason: string): void {
    for (const call of calls) {
      this.#options.emit({ type: 'tool-call', call });
      this.#options.emit({ type: 'tool-result', ...refusal(call, reason) });
    }
    this.#refuse(calls, reason);
  }

  #refuse(calls: readonly ToolCallPart[], reason: string): void {
    this.#append(
      calls,
      calls.map((call) => refusal(call, reason)),
    );
  }

  #refuseAllButSubmit(calls: readonly ToolCallPart[]): void {
    const { submit } = this.#options;
    const refused = calls.filter(({ toolName }) => submit === null || toolName !== SUBMIT);
    if (refused.length > 0) this.#withhold(refused, 'not run: the rounds of tool calls are used up.');
  }

  /** Appends results as one message, in the order of the calls. */
  #append(calls: readonly ToolCallPart[], answers: readonly ToolAnswer[]): void {
    const content = calls.flatMap((call) => {
      const answer = answers.find((one) => one.call === call);
      if (answer === undefined) return [];
      const { toolCallId, toolName } = call;
      return [{ type: 'tool-result' as const, toolCallId, toolName, output: answer.output }];
    });
    if (content.length > 0) this.#messages.push({ role: 'tool', content });
  }

  async #failed(thrown: unknown): Promise<AgentResult> {
    const { signal } = this.#options;
    this.#refuse(pendingCalls(this.#messages), NOT_RUN);
    const error = errorOf(thrown);
    if (error.code === 'models/budget_exhausted') return this.#end('budget', null, error);
    return this.#end(signal?.aborted ? 'aborted' : 'model_error', null, error);
  }

  async #end(
    stopReason: AgentStopReason,
    answer: Json,
    failure: AgentError | null = null,
  ): Promise<AgentResult> {
    const { agent, model, system, settings, emit } = this.#options;
    const unsaved = await this.#save().then(
      () => null,
      (thrown: unknown) => errorOf(thrown),
    );
    const error = failure ?? unsaved;
    emit({ type: 'end', stopReason, answer, error });
    const sumOf = (count: (exchange: Exchange) => number | null | undefined): number =>
      this.#exchanges.reduce((sum, exchange) => sum + (count(exchange) ?? 0), 0);
    return {
      stopReason,
      answer,
      text: this.#text,
      messages: this.#messages,
      record: {
        version: 1,
        agent,
        model: modelName(model),
        system,
        tools: this.#tools,
        settings: settings as JsonObject,
        messages: this.#messages,
        exchanges: this.#exchanges,
      },
      usage: {
        modelCalls: this.#exchanges.length,
        toolCalls: this.#toolCalls,
        inputTokens: sumOf(({ response }) => response?.usage.inputTokens),
        outputTokens: sumOf(({ response }) => response?.usage.outputTokens),
      },
      error,
    };
  }
}

function signalOption(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
