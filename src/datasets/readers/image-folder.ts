import { extname, resolve } from 'node:path';
import { type Dataset, datasetOf } from '../dataset.js';
import type { Row } from '../row.js';
import { filesBelow } from './files.js';
import type { FileDatasetOptions } from './json.js';
import { checkFileDatasetOptions } from './json.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/**
 * Samples of the images below a folder, by reference: no image is read. A row has `image` (the absolute path), `path`
 * (below the folder), `label` (the name of the folder it lies in, empty at the top), `media_type` and `bytes`.
 */
export function imageFolderDataset(options: FileDatasetOptions): Dataset {
  checkFileDatasetOptions(options, 'imageFolderDataset');
  return datasetOf(() => imageRows(options.path), options);
}

async function* imageRows(folder: string): AsyncGenerator<Row, void, undefined> {
  for (const { path, relative, bytes } of await filesBelow(folder, Object.keys(MEDIA_TYPES))) {
    const label = relative.split('/').at(-2) ?? '';
    const media = MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
    yield {
      fields: { image: resolve(path), path: relative, label, media_type: media, bytes },
      where: relative,
    };
  }
}
