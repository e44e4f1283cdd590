/** Samples from files and public data sets: read lazily, checked, and split without leaks. */
export { type ArcLoadOptions, arcAgi } from './arc/arc-agi.js';
export type { ArcSampleOptions } from './arc/arc-samples.js';
export type { ArcFolder } from './arc/arc-task.js';
export type { ArcColour } from './arc/colours.js';
export type { Grid } from './arc/grid.js';
export { type PlotTaskOptions, plotTask } from './arc/plot-task.js';
export { Dataset, type SampleOptions } from './dataset.js';
export type { FieldSet, FieldSetLoadOptions } from './field-sets/field-set.js';
export { fieldSets } from './field-sets/field-sets.js';
export {
  type HuggingFaceDatasetOptions,
  huggingFaceDataset,
  type ServerOptions,
} from './field-sets/hugging-face.js';
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
export { findLeaks, type SampleSplit, type SplitOptions } from './split.js';
export type { Template } from './template.js';
