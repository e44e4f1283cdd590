/** What siblings need of pipelines/; no part of the package. */
export { prepareOutputFolder, writeDemo } from './demo/write-demo.js';
