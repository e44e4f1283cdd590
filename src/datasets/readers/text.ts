import { readFile } from 'node:fs/promises';
import { defineOptions, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { type Dataset, datasetOf } from '../dataset.js';
import { datasetError } from '../error-codes.js';
import type { Row } from '../row.js';
import { filesBelow } from './files.js';
import type { FileDatasetOptions } from './json.js';
import { FILE_DATASET_OPTIONS } from './json.js';
import { MAX_ROW, readLines, refuseUtf16 } from './read-lines.js';

/** Text files, and what is a row of them. */
export interface TextDatasetOptions extends FileDatasetOptions {
  /** What a row is: each `line` that is not empty, each `paragraph`, or the whole `file`. Default `line`. */
  readonly by?: 'file' | 'line' | 'paragraph';
}

const checkTextDatasetOptions = defineOptions<TextDatasetOptions>()('textDataset', {
  ...FILE_DATASET_OPTIONS,
  by: option.oneOf(['file', 'line', 'paragraph']),
});

/**
 * Samples of a text file, or of all `.txt` files below a folder. A row has `text`, `path` (below the folder) and
 * `line`, where it begins. By line and by paragraph, files of any size are read in constant memory.
 */
export function textDataset(options: TextDatasetOptions): Dataset {
  checkTextDatasetOptions(options);
  const { by = 'line' } = options;
  if (!['file', 'line', 'paragraph'].includes(by)) {
    throw coreError('invalid_option', `by is file, line or paragraph; got ${JSON.stringify(by)}.`);
  }
  return datasetOf(() => textRows(options.path, by), options);
}

/** Markdown files, and what is a row of them. */
export interface MarkdownDatasetOptions extends FileDatasetOptions {
  /** What a row is: each `section` below a heading, or the whole `file`. Default `section`. */
  readonly by?: 'file' | 'section';
}

const checkMarkdownDatasetOptions = defineOptions<MarkdownDatasetOptions>()('markdownDataset', {
  ...FILE_DATASET_OPTIONS,
  by: option.oneOf(['file', 'section']),
});

/**
 * Samples of a Markdown file, or of all `.md` files below a folder. A row has `text`, `path`, `line` and, by section,
 * `heading`, `level` and `headings` (from the outermost). A line that looks like a heading inside a code block isn't
 * one.
 */
export function markdownDataset(options: MarkdownDatasetOptions): Dataset {
  checkMarkdownDatasetOptions(options);
  const { by = 'section' } = options;
  if (by !== 'file' && by !== 'section') {
    throw coreError('invalid_option', `by is file or section; got ${JSON.stringify(by)}.`);
  }
  return datasetOf(() => markdownRows(options.path, by), options);
}

async function* textRows(
  path: string,
  by: 'file' | 'line' | 'paragraph',
): AsyncGenerator<Row, void, undefined> {
  for (const file of await filesBelow(path, ['.txt'])) {
    if (by === 'file') {
      yield await wholeFile(file.path, file.relative);
      continue;
    }
    let paragraph: string[] = [];
    let begin = 1;
    const row = (text: string, line: number): Row => ({
      fields: { text, path: file.relative, line },
      where: `${file.relative}, line ${line}`,
    });
    for await (const line of readLines(file.path)) {
      const text = line.text.replace(/\r$/, '');
      if (by === 'line') {
        if (text.trim() !== '') yield row(text, line.number);
      } else if (text.trim() !== '') {
        if (paragraph.length === 0) begin = line.number;
        paragraph.push(text);
      } else if (paragraph.length > 0) {
        yield row(paragraph.join('\n'), begin);
        paragraph = [];
      }
    }
    if (paragraph.length > 0) yield row(paragraph.join('\n'), begin);
  }
}

async function* markdownRows(path: string, by: 'file' | 'section'): AsyncGenerator<Row, void, undefined> {
  for (const file of await filesBelow(path, ['.md', '.markdown'])) {
    if (by === 'file') {
      yield await wholeFile(file.path, file.relative);
      continue;
    }
    let headings: { readonly level: number; readonly text: string }[] = [];
    let lines: string[] = [];
    let begin = 1;
    let fence: string | null = null;
    const section = (): Row[] => {
      const text = lines.join('\n').trim();
      const last = headings.at(-1);
      if (text === '' && last === undefined) return [];
      const fields = {
        text,
        path: file.relative,
        line: begin,
        heading: last?.text ?? '',
        level: last?.level ?? 0,
        headings: headings.map((heading) => heading.text),
      };
      return [{ fields, where: `${file.relative}, line ${begin}` }];
    };
    for await (const line of readLines(file.path)) {
      const text = line.text.replace(/\r$/, '');
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
      if (fence === null) fence = mark ?? null;
      else if (mark?.startsWith(fence) === true && text.trim() === mark) fence = null;
      const heading = fence === null ? /^ {0,3}(#{1,6})(?:[ \t](.*))?$/s.exec(text) : null;
      if (heading === null) {
        lines.push(text);
        continue;
      }
      yield* section();
      const level = (heading[1] ?? '').length;
      const title = (heading[2] ?? '').trim().replace(/(?<![ \t])[ \t]+#+$/, '');
      headings = [...headings.filter((above) => above.level < level), { level, text: title }];
      lines = [];
      begin = line.number;
    }
    yield* section();
  }
}

async function wholeFile(path: string, relative: string): Promise<Row> {
  const bytes = await readFile(path);
  refuseUtf16(bytes, relative);
  if (bytes.length > MAX_ROW)
    throw datasetError('too_large', `${relative}: the file is longer than ${MAX_ROW} bytes.`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { fields: { text, path: relative, line: 1 }, where: relative };
  } catch (cause) {
    throw datasetError('invalid_row', `${relative}: this is not UTF-8. Save the file as UTF-8.`, { cause });
  }
}
