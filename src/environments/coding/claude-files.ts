import type { Json, JsonObject } from '../../core/index.js';
import { isJsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import { type CodingTool, failed, fileKey, type ToolAnswer, textAt } from './coding-workspace.js';
import { editTexts, type TextEdit } from './edit-text.js';

/** Lines that are read where a call names no number. */
const MOST_LINES = 2_000;
/** Characters of a line that are shown. */
const MOST_LINE_CHARS = 2_000;

const MISSING = 'File does not exist.';

/** `Read`: lines with their numbers, as `cat -n` has them. */
export const claudeRead: CodingTool = (given, context) => {
  const key = fileKey(context, given.file_path);
  if (typeof key !== 'string') return key;
  const text = textAt(context.workspace.files, key, MISSING);
  if (typeof text !== 'string') return text;
  if (text === '') {
    return {
      content: '<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>',
      data: { kind: 'read' },
    };
  }
  return {
    content: numbered(text, numberOr(given.offset, 1), numberOr(given.limit, MOST_LINES)),
    data: { kind: 'read' },
  };
};

/** `Write`. */
export const claudeWrite: CodingTool = (given, context) => {
  const key = fileKey(context, given.file_path);
  if (typeof key !== 'string') return key;
  const { files, paths } = context.workspace;
  const isNew = !files.exists(key);
  if (!isNew && files.stat(key).kind === 'directory') {
    return failed('is_directory', 'EISDIR: illegal operation on a directory, open');
  }
  files.writeText(key, String(given.content ?? ''), { parents: true });
  const content = isNew
    ? `File created successfully at: ${paths.shown(key)}`
    : `The file ${paths.shown(key)} has been updated successfully.`;
  return { content, data: { kind: 'edit', path: key } };
};

/** `Edit` and `MultiEdit`. */
export const claudeEdit: CodingTool = (given, context) => {
  const key = fileKey(context, given.file_path);
  if (typeof key !== 'string') return key;
  const { files, paths } = context.workspace;
  const list = Array.isArray(given.edits) ? (given.edits as readonly Json[]) : [given];
  const edits = list.filter(isJsonObject).map(editOf);
  const [first] = edits;
  // A file is made by putting a text in the place of nothing.
  if (!files.exists(key) && first?.find === '') files.writeText(key, '', { parents: true });
  const done = editTexts(files, key, edits, MISSING);
  if ('content' in done) return done;
  const content = Array.isArray(given.edits)
    ? `Applied ${edits.length} edit${edits.length === 1 ? '' : 's'} to ${paths.shown(key)}`
    : `The file ${paths.shown(key)} has been updated successfully.`;
  return { content, data: { kind: 'edit', path: key } };
};

function editOf(edit: JsonObject): TextEdit {
  return {
    find: String(edit.old_string ?? ''),
    replace: String(edit.new_string ?? ''),
    all: edit.replace_all === true,
  };
}

/** `NotebookEdit`: a cell of a notebook, found by its id or its number. */
export const claudeNotebookEdit: CodingTool = (given, context) => {
  const key = fileKey(context, given.notebook_path);
  if (typeof key !== 'string') return key;
  const { files } = context.workspace;
  if (!files.exists(key)) return failed('missing_file', 'Notebook file does not exist.');
  const text = files.readText(key, { invalid: 'replace' });
  const notebook = parsed(text);
  const cells = isJsonObject(notebook) && Array.isArray(notebook.cells) ? (notebook.cells as Json[]) : null;
  if (cells === null) return failed('no_notebook', 'Notebook is not valid JSON.');
  const done = editCells(cells.filter(isJsonObject) as JsonObject[], given);
  if (!Array.isArray(done)) return done as ToolAnswer;
  const changed = { ...(notebook as JsonObject), cells: done as JsonObject[] };
  files.writeText(key, JSON.stringify(changed, null, 1));
  const id = String(given.cell_id ?? given.cell_number ?? '');
  const verb =
    given.edit_mode === 'insert' ? 'Inserted' : given.edit_mode === 'delete' ? 'Deleted' : 'Updated';
  return {
    content: `${verb} cell ${id} with ${String(given.new_source ?? '')}`,
    data: { kind: 'edit', path: key },
  };
};

function editCells(cells: readonly JsonObject[], given: JsonObject): readonly JsonObject[] | ToolAnswer {
  const {
    cell_id: id,
    cell_number: number,
    new_source: source,
    cell_type: type,
    edit_mode: mode = 'replace',
  } = given;
  const named = typeof id === 'string' ? cells.findIndex((cell) => cell.id === id) : -1;
  const byPlace = typeof id === 'string' ? /^cell-(\d+)$/.exec(id)?.[1] : (number as number | undefined);
  const at = named >= 0 ? named : byPlace === undefined ? -1 : Number(byPlace);
  if (mode !== 'insert' && (at < 0 || at >= cells.length)) {
    return failed('missing_cell', `Cell with ID "${String(id ?? number ?? '')}" not found in notebook.`);
  }
  if (mode === 'delete') return cells.filter((_, index) => index !== at);
  const text = String(source ?? '');
  if (mode === 'insert') {
    const kind = type === 'markdown' ? 'markdown' : 'code';
    const cell: JsonObject = {
      cell_type: kind,
      metadata: {},
      source: text,
      ...(kind === 'code' ? { execution_count: null, outputs: [] } : {}),
    };
    return [...cells.slice(0, at + 1), cell, ...cells.slice(at + 1)];
  }
  return cells.map((cell, index) => {
    if (index !== at) return cell;
    const kind = typeof type === 'string' ? type : cell.cell_type;
    return {
      ...cell,
      ...(kind === undefined ? {} : { cell_type: kind }),
      source: text,
      ...(kind === 'code' ? { execution_count: null, outputs: [] } : {}),
    };
  });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Lines with their numbers. */
function numbered(text: string, first: number, count: number): string {
  const lines = text.split('\n');
  return lines
    .slice(Math.max(0, first - 1), Math.max(0, first - 1) + count)
    .map((line, index) => {
      const shown = line.length > MOST_LINE_CHARS ? `${startOf(line, MOST_LINE_CHARS)}... [truncated]` : line;
      return `${String(Math.max(1, first) + index).padStart(6)}→${shown.replace(/\r$/, '')}`;
    })
    .join('\n');
}

function numberOr(value: Json | undefined, usual: number): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : usual;
}
