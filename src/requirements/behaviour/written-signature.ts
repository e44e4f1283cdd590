import type { PythonNode } from '../../python/index.js';
import type { WrittenFunction } from './final-binding.js';

/** How a parameter takes its argument. */
export type ParameterKind = 'plain' | 'positional_only' | 'keyword_only' | 'rest' | 'keywords';

/** One parameter of a function as source writes it. */
export interface WrittenParameter {
  /** With its stars: `*rest`, `**options`. */
  readonly name: string;
  readonly kind: ParameterKind;
  readonly hasDefault: boolean;
}

/** The parameters of a function, in order. */
export function parametersOf({ args }: WrittenFunction): readonly WrittenParameter[] {
  const { posonlyargs, args: plain, vararg, kwonlyargs, kw_defaults, kwarg, defaults } = args;
  const positional = [...posonlyargs, ...plain];
  const firstDefault = positional.length - defaults.length;
  return [
    ...positional.map(({ arg }, index) => ({
      name: arg.normalize('NFKC'),
      kind: index < posonlyargs.length ? ('positional_only' as const) : ('plain' as const),
      hasDefault: index >= firstDefault,
    })),
    ...starred(vararg, '*', 'rest'),
    ...kwonlyargs.map(({ arg }, index) => ({
      name: arg.normalize('NFKC'),
      kind: 'keyword_only' as const,
      hasDefault: isNode(kw_defaults[index]),
    })),
    ...starred(kwarg, '**', 'keywords'),
  ];
}

/**
 * The parameters that a list of names demands: `['a', '/', 'b', '*rest', 'key', '**options']`, where `/` makes those
 * before it positional-only, and `*` or `*rest` those after it keyword-only.
 */
export function demandedParameters(
  names: readonly string[],
): readonly Omit<WrittenParameter, 'hasDefault'>[] {
  const slash = names.indexOf('/');
  const star = names.findIndex((name) => name.startsWith('*') && !name.startsWith('**'));
  return names.flatMap((name, index): readonly Omit<WrittenParameter, 'hasDefault'>[] => {
    if (name === '/' || name === '*') return [];
    if (name.startsWith('**')) return [{ name, kind: 'keywords' as const }];
    if (name.startsWith('*')) return [{ name, kind: 'rest' as const }];
    if (index < slash) return [{ name, kind: 'positional_only' as const }];
    return [{ name, kind: star >= 0 && index > star ? ('keyword_only' as const) : ('plain' as const) }];
  });
}

function starred(
  node: { readonly arg: string } | null | undefined,
  stars: string,
  kind: ParameterKind,
): readonly WrittenParameter[] {
  return node ? [{ name: stars + node.arg.normalize('NFKC'), kind, hasDefault: true }] : [];
}

function isNode(node: PythonNode | null | undefined): boolean {
  return node !== null && node !== undefined;
}
