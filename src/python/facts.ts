import type { Finding } from './finding.js';
import { type ImportFact, importsIn } from './imports/find-imports.js';
import { SourceLines } from './source-lines.js';
import { type CallFact, callsIn } from './structure/calls.js';
import { type DefinitionFact, definitionsIn } from './structure/definitions.js';
import { type DynamicCodeFact, dynamicCodeIn } from './structure/dynamic-code.js';
import { refuseText } from './syntax/guards.js';
import { checkSyntaxOptions, readSyntaxOptions, type SyntaxOptions } from './syntax/options.js';
import { refused, reportHopeless, reportSyntax, type SyntaxReport } from './syntax/report.js';
import { withFixes } from './syntax/with-fixes.js';
import type { PythonTokens } from './tokens/token.js';
import { tokenizePython } from './tokens/tokenizer.js';

/** Rules of the compiler, of source that its grammar accepts. */
const COMPILER_RULES: ReadonlySet<string> = new Set([
  'syntax/outside-function',
  'syntax/scope',
  'syntax/future-import',
]);

/**
 * Facts about a source, found without running it. Each fact is computed on first use and cached, so that several
 * readers of one source cost one pass.
 */
export class PythonFacts {
  readonly code: string;
  readonly options: Required<SyntaxOptions>;
  #lines: SourceLines | undefined;
  #tokens: PythonTokens | undefined;
  #isHopeless = false;
  #plainReport: SyntaxReport | undefined;
  #report: SyntaxReport | undefined;
  #imports: readonly ImportFact[] | undefined;
  #calls: readonly CallFact[] | undefined;
  #definitions: readonly DefinitionFact[] | undefined;
  #dynamicCode: readonly DynamicCodeFact[] | undefined;

  constructor(code: string, options: SyntaxOptions = {}) {
    checkSyntaxOptions(options, 'PythonFacts');
    this.code = code;
    this.options = readSyntaxOptions(options);
  }

  /** The lines of the source. */
  get lines(): SourceLines {
    this.#lines ??= new SourceLines(this.code);
    return this.#lines;
  }

  /** The tokens of the source, and what the tokenizer cannot accept. */
  get tokens(): PythonTokens {
    this.#tokens ??= tokenizePython(this.code);
    return this.#tokens;
  }

  /** Whether it is a program, what is wrong with it and what will likely fail, without the repairs of findings. */
  get plainSyntax(): SyntaxReport {
    this.#plainReport ??= this.#reportSyntax();
    return this.#plainReport;
  }

  /** Whether it is a program, what is wrong with it and how to repair that, and what will likely fail. */
  get syntax(): SyntaxReport {
    const plain = this.plainSyntax;
    if (plain.status !== 'invalid' || this.#isHopeless) return plain;
    this.#report ??= withFixes(plain, this.tokens, this.lines, this.options);
    return this.#report;
  }

  /**
   * Whether the grammar accepts it, so that it can be read: what only the compiler refuses, such as a `return` outside
   * functions, is accepted. Undefined where the syntax cannot be checked.
   */
  get isGrammatical(): boolean | undefined {
    const { status, findings } = this.plainSyntax;
    return status === 'unchecked' ? undefined : findings.every(({ rule }) => COMPILER_RULES.has(rule));
  }

  /** Errors of syntax, root causes first. */
  get syntaxFindings(): readonly Finding[] {
    return this.syntax.findings;
  }

  /** Every import statement, one fact for each name bound. */
  get imports(): readonly ImportFact[] {
    this.#imports ??= importsIn(this.tokens, this.lines);
    return this.#imports;
  }

  /** Every call by a name, with import aliases resolved. */
  get calls(): readonly CallFact[] {
    this.#calls ??= callsIn(this.tokens, this.lines, this.imports);
    return this.#calls;
  }

  /** Every function and class. */
  get definitions(): readonly DefinitionFact[] {
    this.#definitions ??= definitionsIn(this.tokens, this.lines);
    return this.#definitions;
  }

  /** Where it may import or run what its import statements do not show. */
  get dynamicCode(): readonly DynamicCodeFact[] {
    this.#dynamicCode ??= dynamicCodeIn(this.tokens, this.lines, this.imports, this.calls);
    return this.#dynamicCode;
  }

  #reportSyntax(): SyntaxReport {
    const refusal = refuseText(this.code);
    if (refusal !== undefined) return refused(refusal, this.lines);
    const hopeless = reportHopeless(this.code, this.options);
    this.#isHopeless = hopeless !== undefined;
    return hopeless ?? reportSyntax(this.tokens, this.lines, this.options);
  }
}
