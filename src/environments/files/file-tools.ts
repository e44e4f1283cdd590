import { createFileTree } from '../../filesystem/index.js';
import type { ToolDefinition } from '../../records/index.js';
import { type SandboxTool, sandboxTools } from '../../sandbox/index.js';

/** The tools that change files. */
const WRITING: readonly string[] = ['write_file', 'edit_file', 'move_file', 'delete_file'];
const RUNNING: readonly string[] = ['run_python_code', 'run_python_file'];

/** The tools of file worlds. */
export function fileTools(offered: {
  readonly writable: boolean;
  readonly python: boolean;
}): readonly ToolDefinition[] {
  const files = createFileTree();
  const none = (): Promise<never> => Promise.reject(new Error('These tools are only described.'));
  return sandboxTools({ files, run: none })
    .filter(
      ({ name }) =>
        (offered.writable || !WRITING.includes(name)) && (offered.python || !RUNNING.includes(name)),
    )
    .map(definitionOf);
}

function definitionOf({ name, description, parameters }: SandboxTool): ToolDefinition {
  const { type, properties, required, additionalProperties } = parameters;
  const plain = Object.entries(properties).map(([key, value]) => [key, { ...value }] as const);
  return {
    name,
    description,
    parameters: {
      type,
      properties: Object.fromEntries(plain),
      required: [...required],
      additionalProperties,
    },
  };
}
