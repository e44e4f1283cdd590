import type { Steps } from '../core/index.js';
import { atOnce, inTurns } from '../core/internal.js';
import { TreeEditor } from './tree-editor.js';

/** How often work in turns is begun before it is done at once, because the tree changes all the time. */
const MAX_ATTEMPTS = 4;

/**
 * Does work on a tree in turns. Where the tree was changed meanwhile, the work is done again from there, and at last at
 * once.
 *
 * @param settle puts what was made in place, before anything else can change the tree
 */
export async function workInTurns<T>(
  editor: TreeEditor,
  work: () => Steps<T>,
  settle: (made: T) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const { state } = editor;
    const steps = work();
    const made = attempt < MAX_ATTEMPTS ? await inTurns(steps) : atOnce(steps);
    if (editor.state !== state) continue;
    settle(made);
    return made;
  }
}

/** Changes a tree by work that is done in turns on a copy, as {@link workInTurns} does it: all of it or nothing. */
export async function editInTurns<T>(editor: TreeEditor, work: (copy: TreeEditor) => Steps<T>): Promise<T> {
  const { result } = await workInTurns(
    editor,
    () => {
      const copy = new TreeEditor(editor.state, editor.limits, editor.journal);
      return (function* () {
        return { copy, result: yield* work(copy) };
      })();
    },
    ({ copy }) => editor.replace(copy.state, copy.journal),
  );
  return result;
}
