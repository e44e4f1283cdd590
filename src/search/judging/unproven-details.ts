import { canonicalJson, type Json } from '../../core/index.js';
import { type Example, makeExamples, type Outcome } from '../../training/index.js';
import { editScript } from '../repair/script-edit.js';
import { detailEdits } from './detail-edits.js';
import { paddedWidths } from './padding-changes.js';

/** Most other details of one script that are tried: each is a run on all examples. */
const MOST_EDITS = 40;
/** Inputs of the examples, and as many near them, that are changed so that a detail may show. */
const MOST_CHANGED = 6;

/** A detail of a script that could be another one for all that the examples say. */
export interface UnprovenDetail {
  /** Python of the expression with the detail, and with the other one. */
  readonly here: string;
  readonly there: string;
  /** An input on which it matters, and what either script gives for it. */
  readonly input: Json;
  readonly output: Json;
  readonly otherOutput: Json;
  /** The script with the other detail. */
  readonly otherScript: string;
}

/**
 * The first detail of a script that the examples don't pin down: with another one, the script still does what every example
 * says, and on an input near them something else.
 *
 * @param inputs - inputs near those of the examples
 */
export async function findUnprovenDetail(options: {
  readonly script: string;
  readonly examples: readonly Example[];
  readonly inputs: readonly Json[];
  readonly evaluate: (script: string, examples: readonly Example[]) => Promise<readonly Outcome[]>;
}): Promise<UnprovenDetail | null> {
  const { script, examples, inputs, evaluate } = options;
  const given = examples.map(({ input }) => input);
  const kinds = {
    isText: given.some((input) => typeof input === 'string'),
    widths: paddedWidths(examples.map(({ output }) => output)),
  };
  for (const edit of detailEdits(script, kinds).slice(0, MOST_EDITS)) {
    const edited = editScript(script, edit);
    const isImported = edit.needs === null || new RegExp(`^import ${edit.needs}$`, 'm').test(script);
    const otherScript = isImported ? edited : `import ${edit.needs}\n\n\n${edited}`;
    const outcomes = await evaluate(otherScript, examples);
    if (!outcomes.every(({ reward }) => reward === 1)) continue;
    const shown = [...given.slice(0, MOST_CHANGED), ...inputs.slice(0, MOST_CHANGED)];
    const telling = edit.show.flatMap((show) => shown.map(show));
    const near = makeExamples([...inputs, ...telling].map((input) => ({ input, output: null })));
    const own = await evaluate(script, near);
    const others = await evaluate(otherScript, near);
    for (const [index, { output }] of own.entries()) {
      const otherOutput = others[index]?.output;
      const input = near[index]?.input;
      if (output === undefined || otherOutput === undefined || input === undefined) continue;
      if (canonicalJson(output) === canonicalJson(otherOutput)) continue;
      return { here: edit.here, there: edit.there, input, output, otherOutput, otherScript };
    }
  }
  return null;
}
