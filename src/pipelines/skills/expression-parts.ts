import type { Expression, PathStep } from './expression.js';
import type { Program } from './program.js';

/** Calls `note` with every expression of a program, those within others too. */
export function visitProgram(program: Program, note: (expression: Expression) => void): void {
  mapProgram(program, (expression) => {
    note(expression);
    return expression;
  });
}

/** The program with each of its slots, by number, in another place. */
export function withSlots(program: Program, places: ReadonlyMap<number, number>): Program {
  return mapProgram(program, (expression) =>
    expression.kind === 'slot' || expression.kind === 'choice'
      ? { ...expression, slot: places.get(expression.slot) ?? expression.slot }
      : expression,
  );
}

type Change = (expression: Expression) => Expression;

function mapProgram({ steps, answer }: Program, change: Change): Program {
  return {
    steps: steps.map(({ tool, arguments: given, loop }) => ({
      tool,
      arguments: mapMembers(given, change),
      loop:
        loop === null
          ? null
          : {
              over: mapped(loop.over, change),
              where: loop.where === null ? null : { ...loop.where, to: mapped(loop.where.to, change) },
            },
    })),
    answer: mapped(answer, change),
  };
}

function mapMembers(
  members: Readonly<Record<string, Expression>>,
  change: Change,
): Readonly<Record<string, Expression>> {
  return Object.fromEntries(Object.entries(members).map(([name, each]) => [name, mapped(each, change)]));
}

/** An expression with its parts changed, then itself. */
function mapped(expression: Expression, change: Change): Expression {
  const of = (part: Expression): Expression => mapped(part, change);
  switch (expression.kind) {
    case 'constant':
    case 'slot':
    case 'choice':
      return change(expression);
    case 'data':
      return change({ ...expression, path: expression.path.map((step) => mappedStep(step, of)) });
    case 'join':
      return change({ ...expression, parts: expression.parts.map(of) });
    case 'members':
      return change({ ...expression, members: mapMembers(expression.members, change) });
    case 'items':
      return change({ ...expression, items: expression.items.map(of) });
    case 'sql_text':
    case 'as_number':
    case 'count':
      return change({ ...expression, of: of(expression.of) });
    case 'occurrences':
      return change({ ...expression, of: of(expression.of), part: of(expression.part) });
    case 'line_after':
      return change({ ...expression, of: of(expression.of), texts: expression.texts.map(of) });
    case 'sum':
    case 'each':
      return change({ ...expression, of: of(expression.of), each: of(expression.each) });
    case 'sum_of_products':
      return change({
        ...expression,
        left: of(expression.left),
        leftEach: of(expression.leftEach),
        right: of(expression.right),
        rightEach: of(expression.rightEach),
      });
  }
}

function mappedStep(step: PathStep, of: Change): PathStep {
  if (typeof step === 'string' || 'at' in step) return step;
  return 'named' in step ? { named: of(step.named) } : { ...step, is: of(step.is) };
}
