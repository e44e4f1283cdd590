import { contentHash, type MettleError, sha256 } from '../core/index.js';
import {
  analysePython,
  extractPythonCode,
  type Finding,
  type PythonExtraction,
  type PythonParse,
  parsePython,
} from '../python/index.js';
import { answerStartOf, type PythonFacts } from '../python/internal.js';
import { requirementError } from './error-codes.js';
import type { ModelAnswer, ToolCall } from './message.js';
import { readReply } from './read-reply.js';

/**
 * A reply as requirements see it: its text, its tool calls, and the Python code in it. Each fact is computed when
 * first asked for, once, whatever the number of requirements that ask.
 */
export class Artefact {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Whether the whole text is Python source and no reply. */
  readonly isSource: boolean;
  /** Names that the code must define, by which its block is found among several. */
  readonly names: readonly string[];
  #id: string | undefined;
  #extraction: PythonExtraction | undefined;
  #facts: PythonFacts | undefined;
  #parse: PythonParse | undefined;

  /** @internal Use {@link artefactFromReply} or {@link artefactFromCode}. */
  constructor(
    text: string,
    toolCalls: readonly ToolCall[],
    isSource: boolean,
    names: readonly string[] = [],
  ) {
    this.text = text;
    this.toolCalls = toolCalls;
    this.isSource = isSource;
    this.names = names;
  }

  /** The identity of the reply: equal replies have equal identities. */
  get id(): string {
    this.#id ??=
      this.toolCalls.length === 0
        ? `${this.isSource ? 'source' : 'text'}:${sha256(this.text)}`
        : `calls:${contentHash([this.text, this.toolCalls])}`;
    return this.#id;
  }

  /** The text after the thinking that a model wrote in tags such as `<think>`; all of it where it wrote none. */
  get answer(): string {
    return this.text.slice(answerStartOf(this.text));
  }

  /** Where the code was found and what else might have been it; null for source that is no reply. */
  get extraction(): PythonExtraction | null {
    if (this.isSource) return null;
    this.#extraction ??= extractPythonCode(this.text, { toolCalls: this.toolCalls, names: this.names });
    return this.#extraction;
  }

  /** @internal Takes what was found of this reply elsewhere. */
  adopt(extraction: PythonExtraction): void {
    this.#extraction = extraction;
  }

  /** @internal Takes the reply for one without code: finding it takes too long. */
  giveUpReading(): void {
    const reason = 'The reply takes too long to read. Write a shorter one.';
    this.#extraction = { ...extractPythonCode(''), reason, findings: [] };
  }

  /** The Python code, or null where there is none. A byte order mark before it is none of it, as in a file of Python's. */
  get code(): string | null {
    if (this.isSource) return this.text.startsWith('\ufeff') ? this.text.slice(1) : this.text;
    const extraction = this.extraction;
    return extraction?.ok === true ? extraction.code : null;
  }

  /** Why there is no code, for its author. */
  get noCodeReason(): string {
    if (this.text.trim() === '' && this.toolCalls.length === 0) return 'No output: the reply is empty.';
    return this.extraction?.reason ?? 'No Python code blocks found.';
  }

  /** What the extraction has to say: an unclosed block, several that could be meant. */
  get extractionFindings(): readonly Finding[] {
    return this.extraction?.findings ?? [];
  }

  /** What can be read off the code without running it; null without code. */
  get facts(): PythonFacts | null {
    if (this.code === null) return null;
    this.#facts ??= analysePython(this.code);
    return this.#facts;
  }

  /** The syntax tree of the code, or why there is none; null without code. */
  parse(): PythonParse | null {
    if (this.code === null) return null;
    this.#parse ??= parsePython(this.code);
    return this.#parse;
  }
}

/**
 * The artefact of a model's reply: a text, `{ text, toolCalls }`, or a message `{ content, tool_calls }`. Of several blocks,
 * those that define `names` are its code.
 *
 * @throws {MettleError} `requirements/invalid_reply` for what is none of these.
 */
export function artefactFromReply(answer: ModelAnswer, names: readonly string[] = []): Artefact {
  const { text, toolCalls = [] } = readReply(answer, invalidReply);
  return new Artefact(text, toolCalls, false, names);
}

/** The artefact of Python source that is no reply. @throws {MettleError} `requirements/invalid_reply` */
export function artefactFromCode(code: string): Artefact {
  if (typeof code !== 'string') throw invalidReply('Python source as a string');
  return new Artefact(code, [], true);
}

function invalidReply(expected: string): MettleError {
  return requirementError('invalid_reply', `There is nothing to check: expected ${expected}.`);
}
