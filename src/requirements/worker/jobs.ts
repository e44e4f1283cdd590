import type { PythonExtraction } from '../../python/index.js';
import type { Artefact } from '../artefact.js';
import type { ToolCall } from '../message.js';
import type { Judgement } from '../verdict.js';
import type { Recipe } from './recipe.js';

/** What a worker thread is asked: to find the code of a reply (`recipe: null`), or to judge the reply. */
export interface Job {
  readonly id: number;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly isSource: boolean;
  readonly names: readonly string[];
  readonly recipe: Recipe | null;
}

/** What it answers. */
export type JobAnswer =
  | { readonly kind: 'extraction'; readonly extraction: PythonExtraction | null }
  | { readonly kind: 'judgement'; readonly judgement: Judgement }
  | { readonly kind: 'thrown'; readonly message: string };

/** The job on an artefact. */
export function jobOf(
  id: number,
  { text, toolCalls, isSource, names }: Artefact,
  recipe: Recipe | null,
): Job {
  return { id, text, toolCalls, isSource, names, recipe };
}
