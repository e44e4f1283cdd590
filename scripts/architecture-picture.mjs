/**
 * Draws the modules of src/ by what they really import: `node scripts/architecture-picture.mjs` writes
 * docs/pictures/architecture.svg. A test compares the two.
 *
 * A module stands above all that it imports. A line is an import; those that follow from other lines are left out.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleImports } from './check-layers.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Where the picture lies. */
export const PICTURE = join(root, 'docs', 'pictures', 'architecture.svg');

const WORDS = {
  core: 'values, errors, seeds',
  data: 'data models, saving',
  filesystem: 'copy-on-write tree',
  python: 'facts about source',
  sandbox: 'confined Python',
  models: 'language models',
  tools: 'what models call',
  requirements: 'checks and repair',
  records: 'the record of a run',
  report: 'pages and plots',
  datasets: 'samples from files',
  training: 'examples and scores',
  programs: 'trainable programs',
  agents: 'agents on a folder',
  'ai-sdk': 'tools for the AI SDK',
  search: 'scripts without models',
  synthesis: 'scripts as modules',
  optimizers: 'better variables',
  environments: 'worlds for tools',
  evaluation: 'verdicts and blame',
  generation: 'tasks and players',
  gym: 'episodes and rewards',
  benchmarks: 'scores compared',
  pipelines: 'the whole loop',
  cli: 'the command line',
  studio: 'local web page',
};

const BOX = { width: 148, height: 48 };
const GAP = { x: 24, y: 44 };
const MARGIN = 16;

/** The modules of the checkout at `folder` as SVG, in the colours of the reader's light or dark page. */
export function drawArchitecture(folder) {
  const imports = moduleImports(folder);
  const { rows, chains } = layOut(imports);
  const widths = rows.map((row) => row.reduce((sum, name) => sum + widthOf(name), (row.length - 1) * GAP.x));
  const width = 2 * MARGIN + Math.max(...widths);
  const height = 2 * MARGIN + rows.length * BOX.height + (rows.length - 1) * GAP.y;
  const places = new Map();
  rows.forEach((row, index) => {
    const y = height - MARGIN - BOX.height - index * (BOX.height + GAP.y);
    let x = (width - widths[index]) / 2;
    for (const name of row) {
      places.set(name, { x: x + widthOf(name) / 2, y });
      x += widthOf(name) + GAP.x;
    }
  });
  const lines = chains.map((chain) => drawLine(chain.map((name) => places.get(name))));
  const boxes = [...places].flatMap(([name, place]) => (imports.has(name) ? [drawBox(name, place)] : []));
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>The modules of Mettle: each stands above the modules that it imports</title>
<style>
text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #59636e; text-anchor: middle; }
.name { font-size: 14px; font-weight: 600; fill: #1f2328; }
rect { fill: #f6f8fa; stroke: #d1d9e0; }
path { fill: none; stroke: #818b98; stroke-width: 1.2; }
@media (prefers-color-scheme: dark) {
text { fill: #9198a1; }
.name { fill: #e6edf3; }
rect { fill: #161b22; stroke: #3d444d; }
path { stroke: #656c76; }
}
</style>
${[...lines, ...boxes].join('\n')}
</svg>
`;
}

/** A line from box to box; between other boxes it goes straight down, where a gap was left for it. */
function drawLine(places) {
  const bend = GAP.y * 0.8;
  const steps = places.slice(1).map((to, index) => {
    const from = places[index];
    const [start, end] = [from.y + BOX.height, to.y];
    const curve = `C${from.x} ${start + bend} ${to.x} ${end - bend} ${to.x} ${end}`;
    return index < places.length - 2 ? `${curve}V${to.y + BOX.height}` : curve;
  });
  return `<path d="M${places[0].x} ${places[0].y + BOX.height}${steps.join('')}"/>`;
}

function drawBox(name, { x, y }) {
  return `<rect x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/>
<text class="name" x="${x}" y="${y + 20}">${name}</text>
<text x="${x}" y="${y + 37}">${WORDS[name] ?? ''}</text>`;
}

/** Where a line passes through a row has a name like `cli>optimizers@6`, and no box. */
function widthOf(name) {
  return name.includes('>') ? 0 : BOX.width;
}

/**
 * The rows, the lowest first, and for each line the names it goes through. Each row is ordered by what stands below its
 * names.
 */
function layOut(imports) {
  const levels = new Map();
  const levelOf = (name) => {
    if (!levels.has(name)) levels.set(name, Math.max(-1, ...(imports.get(name) ?? []).map(levelOf)) + 1);
    return levels.get(name);
  };
  const rows = [];
  const below = new Map();
  const put = (name, level) => {
    rows[level] = [...(rows[level] ?? []), name];
    below.set(name, []);
  };
  for (const name of [...imports.keys()].sort()) put(name, levelOf(name));
  const chains = [...direct(imports)].flatMap(([from, targets]) =>
    targets.map((to) => {
      const chain = [from];
      for (let level = levelOf(from) - 1; level > levelOf(to); level--) {
        chain.push(`${from}>${to}@${level}`);
        put(chain.at(-1), level);
      }
      chain.push(to);
      chain.slice(1).forEach((name, index) => void below.get(chain[index]).push(name));
      return chain;
    }),
  );
  const middles = new Map();
  const ordered = rows.map((row) => {
    const wish = (name) =>
      below.get(name).reduce((sum, target) => sum + middles.get(target), 0) /
      Math.max(1, below.get(name).length);
    const sorted = row.toSorted((left, right) => wish(left) - wish(right) || (left < right ? -1 : 1));
    sorted.forEach((name, index) => void middles.set(name, index - (sorted.length - 1) / 2));
    return sorted;
  });
  return { rows: ordered, chains };
}

/** The imports that do not follow from others: a → c is left out where a → b → c. */
function direct(imports) {
  const reach = (name, seen = new Set()) => {
    for (const target of imports.get(name) ?? []) if (!seen.has(target)) reach(target, seen.add(target));
    return seen;
  };
  return new Map(
    [...imports].map(([name, targets]) => [
      name,
      targets.filter((target) => !targets.some((other) => other !== target && reach(other).has(target))),
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(PICTURE), { recursive: true });
  writeFileSync(PICTURE, drawArchitecture(root));
}
