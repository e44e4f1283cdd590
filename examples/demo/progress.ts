import type { ProgressListener } from 'mettle/core';

/** Shows progress: one line that is redrawn on a terminal, a line for every tenth of a stage in a pipe. */
export function showProgress(output: NodeJS.WriteStream): ProgressListener {
  let [stage, tenth, startedAt] = ['', -1, 0];
  return (update) => {
    const { done, total = 0, note } = update;
    const isDone = total > 0 && done >= total;
    if (update.stage !== stage) [stage, tenth, startedAt] = [update.stage, -1, performance.now()];
    const next = total > 0 ? Math.floor((done / total) * 10) : 0;
    if (!output.isTTY && next === tenth) return;
    tenth = next;
    const rate = (done * 1000) / Math.max(1, performance.now() - startedAt);
    const parts = [stage, total > 0 ? `${done}/${total}  ${Math.floor((done / total) * 100)}%` : `${done}`];
    if (done > 0) parts.push(`${Math.round(rate)}/s`);
    if (done > 0 && total > done) parts.push(`${Math.ceil((total - done) / rate)} s left`);
    const line = [...parts, ...(note === undefined ? [] : [note])].join('  ');
    if (!output.isTTY) output.write(`${line}\n`);
    else output.write(`\r\u001b[2K${line.slice(0, (output.columns ?? 80) - 1)}${isDone ? '\n' : ''}`);
  };
}
