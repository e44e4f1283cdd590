import type { Json, RandomStream } from '../../../core/index.js';
import { compileExpression, type Tables, type TaskData } from '../../../environments/internal.js';

/** The rows and values that a task is about, by name. */
export type Names = Readonly<Record<string, Json>>;

/** Rows that are tried for one name before another choice is made for those before it. */
const MOST_TRIES = 60;

/** Draws what a task is about; null where a few tries gave nothing that fits. */
export function drawNames(
  { draw }: TaskData,
  {
    tables,
    today,
    stream,
  }: { readonly tables: Tables; readonly today: string; readonly stream: RandomStream },
): Names | null {
  const entries = Object.entries(draw);
  const extend = (at: number, names: Names): Names | null => {
    const [name, source] = entries[at] ?? [];
    if (name === undefined || source === undefined) return names;
    const [, low, high] = /^(-?\d+) to (-?\d+)$/.exec(source) ?? [];
    if (low !== undefined)
      return extend(at + 1, { ...names, [name]: stream.integer(Number(low), Number(high)) });
    if (source.startsWith('=')) {
      const value = compileExpression(source.slice(1))({ tables, names });
      return value === null || value === false ? null : extend(at + 1, { ...names, [name]: value });
    }
    if (source.includes('|')) {
      return extend(at + 1, { ...names, [name]: stream.pick(source.split('|').map((word) => word.trim())) });
    }
    const [table = '', condition = 'true'] = source.split(/:(.*)/s);
    const holds = compileExpression(condition);
    for (const row of stream.sample([...(tables.get(table)?.values() ?? [])], MOST_TRIES)) {
      const drawn = { ...names, [name]: row };
      if (holds({ tables, names: drawn }) !== true) continue;
      const found = extend(at + 1, drawn);
      if (found !== null) return found;
    }
    return null;
  };
  return extend(0, { today });
}
