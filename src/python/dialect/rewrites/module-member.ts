import { MONTY_MODULES } from '../engine-facts.js';
import { PRELUDE_MODULES, preludeFile, preludeModuleName } from '../prelude-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

/** Members whose value is all there is to them. */
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['sys.maxsize', '(9223372036854775807)'],
  ['sys.byteorder', "'little'"],
  ['os.linesep', "'\\n'"],
]);

/** `itertools.combinations`, `os.path.join`, `sys.maxsize`: members that a module of Monty's lacks. */
export const moduleMember: DialectRule = defineRule({
  id: 'dialect/module-member',
  types: ['Attribute'],
  check: (node, context) => {
    if (node.ctx.nodeType !== 'Load') return null;
    const qualified = context.qualifiedName(node);
    if (qualified === null) return null;
    const dot = qualified.lastIndexOf('.');
    const [module, member] = [qualified.slice(0, dot), qualified.slice(dot + 1)];
    if (qualified === 'itertools.chain.from_iterable') {
      return match(qualified, `${preludeModuleName('itertools')}.from_iterable`, ['itertools']);
    }
    if (PRELUDE_MODULES.has(qualified))
      return match(qualified, preludeModuleName(qualified), [preludeFile(qualified)]);
    const native = MONTY_MODULES.get(module);
    const provided = PRELUDE_MODULES.get(module);
    if (native === null || native?.has(member) === true) {
      // Monty's own factorial ends at 20!.
      return qualified === 'math.factorial'
        ? match(qualified, `${preludeModuleName(module)}.${member}`, [module])
        : null;
    }
    const constant = CONSTANTS.get(qualified);
    if (constant !== undefined) return match(qualified, constant, []);
    if (provided?.has(member) === true) {
      return native === undefined
        ? null
        : match(qualified, `${preludeModuleName(module)}.${member}`, [preludeFile(module)]);
    }
    if (native === undefined && provided === undefined) return null;
    return {
      node,
      effect: 'fails',
      message: `Monty does not have ${qualified}`,
      hint: 'do without it',
    };

    function match(
      name: string,
      text: string,
      preludes: readonly string[],
    ): ReturnType<DialectRule['check']>[number] {
      return {
        node,
        effect: 'fails',
        message: `Monty does not have the whole of ${name}`,
        hint: 'the name is provided; no change is needed',
        repair: {
          description: `use the provided ${name}`,
          edits: [{ ...context.span(node), parts: [text] }],
          preludes,
        },
      };
    }
  },
});
