import type { NodeOf, PythonExpression } from '../../python/index.js';
import type { ProgramNames } from './names.js';

/** What a call gives to a parameter. */
export interface GivenArgument {
  readonly value: PythonExpression;
  readonly call: NodeOf<'Call'>;
}

/**
 * What all calls of a function give to one of its parameters, defaults included. Null where that isn't plain: another function or method of
 * that name, a function that is handed on, arguments that are spread.
 */
export function argumentsFor(parameter: NodeOf<'Arg'>, names: ProgramNames): readonly GivenArgument[] | null {
  const { index } = names.tree;
  const definition = index.enclosing(parameter, ['FunctionDef', 'AsyncFunctionDef', 'Lambda']);
  if (definition === undefined || definition.nodeType === 'Lambda') return null;
  const { name, args } = definition;
  const isMethod = names.methods(name).includes(definition);
  if (isMethod && names.methods(name).length > 1 && name !== '__init__') return null;
  const positional = [...args.posonlyargs, ...args.args];
  const place = positional.indexOf(parameter as never);
  const isNamed = place >= 0 || args.kwonlyargs.includes(parameter as never);
  if (!isNamed) return null;
  const fallback =
    place >= 0
      ? args.defaults[place - (positional.length - args.defaults.length)]
      : args.kw_defaults[args.kwonlyargs.indexOf(parameter as never)];
  const owner = isMethod ? index.enclosing(definition, ['ClassDef']) : undefined;
  const meant = owner !== undefined && name === '__init__' ? owner : definition;
  const uses = names
    .uses(meant.name)
    .filter((use) => (use.nodeType === 'Name' ? names.only(use)?.node === meant : isMethod));
  const isStatic = definition.decorator_list.some(
    (each) => each.nodeType === 'Name' && each.id === 'staticmethod',
  );
  const given: GivenArgument[] = [];
  for (const use of uses) {
    const call = index.parent(use);
    if (call?.nodeType !== 'Call' || call.func !== use) return null;
    if (call.args.some(({ nodeType }) => nodeType === 'Starred')) return null;
    if (call.keywords.some(({ arg }) => arg == null)) return null;
    const value =
      call.keywords.find(({ arg }) => arg === parameter.arg)?.value ??
      (place >= 0 ? call.args[place - (isMethod && !isStatic ? 1 : 0)] : undefined) ??
      fallback;
    if (value == null) return null;
    given.push({ value, call });
  }
  return given;
}
