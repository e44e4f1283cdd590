/**
 * Makes the picture in the README of a terminal session, from what the commands of the README print now:
 * `node scripts/terminal-picture.mjs` writes docs/pictures/evolve-table.svg. A test compares the two.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocksOf } from './docs-blocks/blocks.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Where the picture lies. */
export const PICTURE = join(root, 'docs', 'pictures', 'evolve-table.svg');

/** The session of the README that learns a table: commands as typed, each with what it prints. */
export function recordSession() {
  const block = blocksOf('README.md', readFileSync(join(root, 'README.md'), 'utf8')).find(
    ({ language, code }) => language === 'sh' && code.includes('--apply'),
  );
  const folder = mkdtempSync(join(tmpdir(), 'mettle-picture-'));
  try {
    const isCommand = (line) => line.startsWith('npx --no mettle ');
    const lines = block.code.trimEnd().split('\n');
    shell(lines.filter((line) => !isCommand(line)).join('\n'), folder);
    return ['cat fix.csv', ...lines.filter(isCommand)].map((command) => ({
      command,
      output: shell(command.replace(/^npx --no mettle /, '"$METTLE_NODE" "$METTLE_MAIN" '), folder),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shell(code, folder) {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', code], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      ...process.env,
      NO_COLOR: '',
      FORCE_COLOR: '1',
      METTLE_NODE: process.execPath,
      METTLE_MAIN: join(root, 'dist', 'cli', 'main.js'),
    },
  });
  if (status !== 0) throw new Error(`A command of the README ended with ${status}: ${stderr}`);
  return stdout.trimEnd();
}

/** Text in a colour that the command gave it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape character is what is looked for.
const COLOURED = /\x1b\[(2|32)m(.*?)\x1b\[(?:22|39)m/g;
const CLASSES = { 2: 'aside', 32: 'new' };

const LINE_HEIGHT = 20;
const CHARACTER_WIDTH = 8.5;
const MARGIN = 20;
const BAR = 34;

/** A session as SVG: plain text that can be selected, in the colours of the reader's light or dark page. */
export function drawSession(session) {
  const lines = session.flatMap(({ command, output }, index) => [
    ...(index === 0 ? [] : ['']),
    `$ ${command}`,
    ...output.split('\n'),
  ]);
  const width = Math.ceil(
    Math.max(...lines.map((line) => [...line.replaceAll(COLOURED, '$2')].length)) * CHARACTER_WIDTH +
      2 * MARGIN,
  );
  const height = BAR + lines.length * LINE_HEIGHT + MARGIN;
  const text = lines.map(
    (line, index) =>
      `<text x="${MARGIN}" y="${BAR + (index + 1) * LINE_HEIGHT - 5}">${drawLine(line)}</text>`,
  );
  const dots = [0, 1, 2].map(
    (index) => `<circle class="dot" cx="${MARGIN + 5 + index * 18}" cy="17" r="5"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>A terminal session: ${escaped(session.at(-1)?.command ?? '')}</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre; }
.window { fill: #f6f8fa; stroke: #d1d9e0; }
.dot { fill: #d1d9e0; }
.prompt { fill: #0550ae; }
.typed { font-weight: bold; }
.aside { fill: #59636e; }
.new { fill: #116329; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.window { fill: #161b22; stroke: #3d444d; }
.dot { fill: #3d444d; }
.prompt { fill: #79c0ff; }
.aside { fill: #9198a1; }
.new { fill: #7ee787; }
}
</style>
<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${[...dots, ...text].join('\n')}
</svg>
`;
}

function drawLine(line) {
  if (line.startsWith('$ ')) {
    return `<tspan class="prompt">$ </tspan><tspan class="typed">${escaped(line.slice(2))}</tspan>`;
  }
  let drawn = '';
  let from = 0;
  for (const { 0: part, 1: colour, 2: text, index } of line.matchAll(COLOURED)) {
    drawn += `${escaped(line.slice(from, index))}<tspan class="${CLASSES[colour]}">${escaped(text)}</tspan>`;
    from = index + part.length;
  }
  return drawn + escaped(line.slice(from));
}

function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(' ', '\u00a0');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(PICTURE), { recursive: true });
  writeFileSync(PICTURE, drawSession(recordSession()));
}
