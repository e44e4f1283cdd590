import { canonicalJson, type Json, type RandomStream } from '../../../core/index.js';

/** A way to get a function wrong. */
export interface FunctionBug {
  readonly source: string;
  readonly apply: (...values: readonly Json[]) => Json;
}

/** A small Python function, and the same in TypeScript, which says what is right. */
export interface FunctionSpec {
  readonly name: string;
  /** Its first line without `def` and the colon: `total(values, limit)`. */
  readonly signature: string;
  /** What it gives back, as the end of "The function …": `returns the sum of …`. */
  readonly description: string;
  readonly source: string;
  readonly bugs: readonly FunctionBug[];
  readonly apply: (...values: readonly Json[]) => Json;
  readonly draw: (stream: RandomStream) => readonly Json[];
}

/** A call and what it has to give. */
export interface FunctionExample {
  readonly values: readonly Json[];
  readonly result: Json;
}

/** Makes a function by chance: its name, its constants, how it can be wrong. */
export type FunctionFamily = (stream: RandomStream) => FunctionSpec;

/** Examples with different arguments and more than one result, of which at least `telling` tell the bug from what is right. */
export function drawExamples(
  spec: FunctionSpec,
  stream: RandomStream,
  {
    count,
    telling = 0,
    bug,
  }: { readonly count: number; readonly telling?: number; readonly bug?: FunctionBug },
): readonly FunctionExample[] | null {
  const examples = new Map<string, FunctionExample>();
  let told = 0;
  for (let draws = 0; examples.size < count; draws++) {
    if (draws > 300) return null;
    const values = spec.draw(stream);
    const key = canonicalJson(values);
    if (examples.has(key)) continue;
    const result = spec.apply(...values);
    const tells = bug !== undefined && canonicalJson(bug.apply(...values)) !== canonicalJson(result);
    if (count - examples.size <= telling - told && !tells) continue;
    if (tells) told += 1;
    examples.set(key, { values, result });
  }
  const different = new Set([...examples.values()].map(({ result }) => canonicalJson(result)));
  return different.size > 1 ? [...examples.values()] : null;
}

/** A call as Python writes it; texts, numbers and lists are the same as in JSON. */
export function callText(spec: FunctionSpec, { values }: FunctionExample): string {
  return `${spec.name}(${values.map((value) => JSON.stringify(value)).join(', ')})`;
}

/** Tests in the style of pytest, one for each example. */
export function testsOf(spec: FunctionSpec, examples: readonly FunctionExample[]): string {
  return examples
    .map(
      (example, index) =>
        `def test_${spec.name}_${index + 1}():\n    assert ${callText(spec, example)} == ${JSON.stringify(example.result)}\n`,
    )
    .join('\n\n');
}
