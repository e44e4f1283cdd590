/** Samples from files and public data sets: read as they are asked for, checked, split without leaks. */
export { Dataset, type SampleOptions } from './dataset.js';
export { type CsvDatasetOptions, type CsvType, csvDataset } from './readers/csv.js';
export { imageFolderDataset } from './readers/image-folder.js';
export { type FileDatasetOptions, jsonDataset, jsonlDataset } from './readers/json.js';
export { parquetDataset } from './readers/parquet.js';
export {
  type MarkdownDatasetOptions,
  markdownDataset,
  type TextDatasetOptions,
  textDataset,
} from './readers/text.js';
export type { Sample } from './sample.js';
export { findLeaks, type SampleSplit, type SplitOptions, splitSamples } from './split.js';
export type { Template } from './template.js';
