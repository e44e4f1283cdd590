import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { ModelResponse } from '../../models/index.js';
import { extractPythonCode } from '../../python/index.js';
import type { Trainable } from '../../training/index.js';
import { applyEdits, hasEdits } from './apply-edits.js';
import { shorten } from './difference.js';

/** What a reply proposes, or why it proposes nothing. */
export type Proposal =
  | { readonly ok: true; readonly value: JsonObject; readonly idea: string }
  | { readonly ok: false; readonly reason: string };

/** Characters of an idea that are kept. */
const IDEA_CHARS = 240;

/**
 * Reads a new value for a variable out of a reply: the code of a script, JSON for any other. A reply that is empty, cut off,
 * blocked, in another language, or that the variable refuses proposes nothing.
 *
 * @param base - the script that edits of the reply change. Default: the variable's own.
 */
export async function readProposal(
  variable: Trainable,
  reply: ModelResponse,
  base: JsonObject = variable.value,
): Promise<Proposal> {
  if (reply.finishReason === 'content-filter') return nothing('the provider blocked the reply');
  if (reply.text.trim() === '') return nothing('the reply is empty');
  if (reply.finishReason === 'length') return nothing('the reply was cut off at its longest length');
  const value = variable.kind === 'script' ? scriptOf(reply.text, base) : jsonOf(reply.text);
  if (typeof value === 'string') return nothing(value);
  const problem = await variable.validate(value);
  if (problem !== null) return nothing(shorten(problem, IDEA_CHARS));
  return { ok: true, value, idea: ideaOf(reply.text) };
}

function scriptOf(text: string, base: JsonObject): JsonObject | string {
  if (hasEdits(text)) {
    const edited = applyEdits(String(base.python_script ?? ''), text);
    return edited.ok ? { python_script: edited.script } : edited.reason;
  }
  const extraction = extractPythonCode(text);
  if (!extraction.ok) return `there is no Python in the reply: ${extraction.reason.replace(/\.$/, '')}`;
  if (extraction.block?.truncated === true && extraction.block.parses !== true) {
    return 'the reply was cut off inside its code';
  }
  return { python_script: extraction.code };
}

function jsonOf(text: string): JsonObject | string {
  const fenced = /```(?:json)?[^\S\n]*\n([\s\S]*?)\n```/.exec(text)?.[1];
  const from = text.indexOf('{');
  const candidates = [fenced, text, from < 0 ? undefined : text.slice(from, text.lastIndexOf('}') + 1)];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    try {
      const value = JSON.parse(candidate) as Json;
      if (isJsonObject(value)) return value;
    } catch {
      // The next one may be JSON.
    }
  }
  return 'there is no JSON object in the reply';
}

/** What the reply says in its line `Rule:`, else its first line of prose. */
function ideaOf(text: string): string {
  const before = text.split(/^[ \t]*(?:```|~~~|<{5})/m, 1)[0] ?? '';
  const rule = /^[^\w\n\r\u2028\u2029]*rule[^\w:]*:\s*(.+)/im.exec(text)?.[1];
  const line = rule ?? before.split('\n').find((part) => /\w/.test(part)) ?? '';
  return shorten(line.replace(/[*_`#]/g, '').trim(), IDEA_CHARS);
}

function nothing(reason: string): Proposal {
  return { ok: false, reason };
}
