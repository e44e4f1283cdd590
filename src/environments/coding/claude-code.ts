import type { JsonObject } from '../../core/index.js';
import { claudeEdit, claudeNotebookEdit, claudeRead, claudeWrite } from './claude-files.js';
import { claudeGlob, claudeGrep, claudeList } from './claude-search.js';
import type { ClientTools } from './client-tools.js';
import { type CodingTool, failed, runLine } from './coding-workspace.js';
import { describedTool, flag, number, text } from './tool-schemas.js';

/** `Bash`: each line in a shell of its own, which begins where the last one that did well ended. */
const claudeBash: CodingTool = async (given, context) => {
  const command = String(given.command ?? '');
  if (given.run_in_background === true)
    return failed('unsupported', 'Nothing in this world runs on after its call.');
  const { workspace } = context;
  const { data, ...result } = await runLine(context, { command, cwd: workspace.cwd });
  const { root } = workspace.paths;
  const left = result.cwd;
  const isInside = left === null || left === root || left.startsWith(`${root}/`);
  workspace.cwd = isInside ? (left ?? workspace.cwd) : root;
  const reset = isInside ? '' : `\nShell cwd was reset to ${root}`;
  const output = `${result.output.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}${reset}`;
  if (result.ended !== null) return { content: output, failure: result.ended, data };
  if (result.exitCode !== 0) {
    return { content: `Exit code ${result.exitCode}\n${output}`.trimEnd(), failure: 'exit_code', data };
  }
  return { content: output, data };
};

const path = { file_path: text('the absolute path of the file') };
const edit: JsonObject = {
  old_string: text('what is replaced'),
  new_string: text('by what'),
  replace_all: flag('wherever it stands'),
};

/** The tools of Claude Code on files and the shell. */
export const claudeCodeTools: ClientTools = {
  Bash: describedTool(
    claudeBash,
    'Bash',
    'Runs a line of bash. The folder lasts from line to line.',
    {
      command: text('the line'),
      timeout: number('milliseconds'),
      description: text('what it does'),
      run_in_background: flag('whether it goes on after the call; not in this world'),
    },
    ['command'],
  ),
  Read: describedTool(
    claudeRead,
    'Read',
    'Reads a file: lines with their numbers.',
    {
      ...path,
      offset: number('the first line'),
      limit: number('lines at most'),
    },
    ['file_path'],
  ),
  Write: describedTool(
    claudeWrite,
    'Write',
    'Writes a whole file.',
    { ...path, content: text('its content') },
    ['file_path', 'content'],
  ),
  Edit: describedTool(claudeEdit, 'Edit', 'Replaces a text in a file.', { ...path, ...edit }, [
    'file_path',
    'old_string',
    'new_string',
  ]),
  MultiEdit: describedTool(
    claudeEdit,
    'MultiEdit',
    'Replaces texts in a file, one after another: all of them or none.',
    {
      ...path,
      edits: { type: 'array', items: { type: 'object', properties: edit } },
    },
    ['file_path', 'edits'],
  ),
  NotebookEdit: describedTool(
    claudeNotebookEdit,
    'NotebookEdit',
    'Replaces, inserts or deletes a cell of a Jupyter notebook.',
    {
      notebook_path: text('the absolute path of the notebook'),
      cell_id: text('the id of the cell'),
      cell_number: number('the number of the cell, from 0'),
      new_source: text('the source of the cell'),
      cell_type: text('code or markdown'),
      edit_mode: text('replace, insert or delete'),
    },
    ['notebook_path'],
  ),
  Glob: describedTool(
    claudeGlob,
    'Glob',
    'Finds files by a pattern of their paths.',
    {
      pattern: text('such as src/**/*.py'),
      path: text('the folder to look in'),
    },
    ['pattern'],
  ),
  Grep: describedTool(
    claudeGrep,
    'Grep',
    'Finds lines that match a regular expression.',
    {
      pattern: text('the regular expression'),
      path: text('a file or folder to look in'),
      glob: text('such as *.py'),
      type: text('such as py'),
      output_mode: text('content, files_with_matches or count'),
      '-i': flag('whether letter case makes no difference'),
      '-n': flag('whether lines have their numbers'),
      '-A': number('lines after'),
      '-B': number('lines before'),
      '-C': number('lines around'),
      context: number('lines around'),
      head_limit: number('lines at most'),
      offset: number('lines left out at the start'),
      multiline: flag('whether a match may take several lines; not in this world'),
    },
    ['pattern'],
  ),
  LS: describedTool(
    claudeList,
    'LS',
    'Lists what is below a folder.',
    {
      path: text('the absolute path of the folder'),
      ignore: { type: 'array', items: { type: 'string' } },
    },
    ['path'],
  ),
};
