import type { JsonObject } from '../../core/index.js';
import { JsonDataModel, type MaybeData, SymbolicDataModel } from '../../data/index.js';
import { type CallContext, Input, Module, Program, type Variable } from '../../programs/index.js';

const NUMBER: JsonObject = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const LABEL: JsonObject = { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] };

interface Shown {
  readonly inputs: { readonly n: number };
  readonly outputs: { readonly label: string };
}

/**
 * Names the label of the nearest of the examples it is shown; without any it says `unknown`. Small, and yet something that
 * few-shot examples really teach.
 */
class Labeller extends Module {
  readonly examples: Variable;
  readonly script: Variable;

  constructor(trainable: boolean) {
    super({ name: 'labeller' });
    this.examples = this.addVariable({
      name: 'examples',
      kind: 'examples',
      schema: { type: 'object', properties: { examples: { type: 'array' } }, required: ['examples'] },
      value: { examples: [] },
      trainable,
    });
    this.script = this.addVariable({
      name: 'python_script',
      kind: 'script',
      schema: { type: 'object', properties: { python_script: { type: 'string' } } },
      value: { python_script: 'pass' },
    });
  }

  override async forward(input: JsonDataModel, context: CallContext): Promise<MaybeData> {
    const n = Number(input.get('n'));
    const { examples } = context.valueOf(this.examples) as unknown as { examples: readonly Shown[] };
    const [nearest] = [...examples].sort(
      (left, right) => Math.abs(left.inputs.n - n) - Math.abs(right.inputs.n - n),
    );
    return new JsonDataModel({ schema: LABEL, json: { label: nearest?.outputs.label ?? 'unknown' } });
  }

  override async computeOutputSpec(): Promise<SymbolicDataModel> {
    return new SymbolicDataModel({ schema: LABEL });
  }
}

/** A program of one module whose examples can be trained, and a script that examples can't train. */
export async function labelProgram(options: { readonly trainable?: boolean } = {}): Promise<Program> {
  const labeller = new Labeller(options.trainable ?? true);
  const input = Input({ schema: NUMBER });
  return new Program({ inputs: input, outputs: await labeller.call(input), name: 'labels' });
}

/** Numbers from 0 to `count`, labelled by the third they lie in. */
export function thirds(count: number): {
  readonly x: readonly JsonObject[];
  readonly y: readonly JsonObject[];
} {
  const x = Array.from({ length: count }, (_, n) => ({ n }));
  const names = ['low', 'middle', 'high'];
  return { x, y: x.map(({ n }) => ({ label: names[Math.floor((n * 3) / count)] as string })) };
}

/** 1 for the right label. */
export function rightLabel(yTrue: JsonObject | null, yPred: JsonObject): number {
  return yTrue?.label === yPred.label ? 1 : 0;
}
