/** What siblings need of tools/; no part of the package. */
export { probeMcpPackages } from './probe-mcp-packages.js';
