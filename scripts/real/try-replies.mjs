/** Whether replies that a small model wrote, some of them spoiled, are all judged. */
import { existsSync, readFileSync } from 'node:fs';
import { extractPythonCode } from '../../dist/python/index.js';
import { createChecker, pythonCodeGenerationRequirements } from '../../dist/requirements/index.js';

export async function tryReplies(path) {
  const what = 'replies of SmolLM2-135M-Instruct';
  if (!existsSync(path)) return { what, tried: 0, faults: {}, skipped: 'no data beside the checkout' };
  const faults = {};
  const replies = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const checker = createChecker({ requirements: pythonCodeGenerationRequirements() });
  for (const [index, { text }] of replies.entries()) {
    try {
      extractPythonCode(text);
      const { results } = await checker.check(text);
      for (const { requirement, verdict, reason } of results)
        if (verdict === 'error') faults[`${index} ${requirement}`] = reason;
    } catch (error) {
      faults[index] = `${error.name}: ${error.message}`;
    }
  }
  await checker.close?.();
  return { what, tried: replies.length, faults };
}
