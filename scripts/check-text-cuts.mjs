/**
 * Fails where a text is cut after a number of UTF-16 units with `slice`, `substring` or `substr`, and names the place: such a
 * cut may leave half a character, which model providers refuse. `shortened`, `startOf` and `endOf` of `core/` cut between
 * characters.
 *
 * A place that was found in the text (`text.slice(0, text.indexOf(','))`) is fine, as is a hash. Where the text is known to be
 * ASCII, a comment on the line says so: `// ASCII: REASON`.
 */
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

const CUTS = new Set(['slice', 'substring', 'substr']);
const HASHES = new Set(['sha256', 'contentHash', 'toISOString', 'digest', 'toString']);
/** What numbers of characters look like: constants, variables that say so, and numbers too large for a prefix or an operator. */
const COUNT =
  /(?<![.\w])(?:(?:[5-9]|[1-9][\d_]+)|[A-Z][A-Z\d]*(?:_[A-Z\d]+)*|most|limit|maximum|longest|half|room|left|kept|shown|searched|max[A-Z]\w*|\w*(?:Limit|Length|Chars|Characters))(?![\w.])/;

/** The problems of the TypeScript project in `root`, each one line. */
export function findTextCuts(root) {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') });
    return snapshot.getProjects().flatMap((project) => cutsOfProject(project, root));
  } finally {
    api.close();
  }
}

function cutsOfProject({ program, checker }, root) {
  const found = [];
  for (const file of program.getSourceFileNames()) {
    const path = relative(root, file);
    if (!path.startsWith('src') || /\.(test|fixture)\.ts$/.test(path)) continue;
    const source = program.getSourceFile(file);
    const visit = (node) => {
      if (isCut(node, source.text) && isText(checker, node.expression.expression)) {
        const line = source.text.slice(0, node.expression.name.end).split('\n').length;
        const words = source.text.slice(node.expression.expression.pos, node.end).trim().replace(/\s+/g, ' ');
        found.push(`${path}:${line}: ${words}`);
      }
      node.forEachChild(visit);
    };
    visit(source);
  }
  return found;
}

function isCut(node, text) {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  if (!CUTS.has(name.text)) return false;
  const receiver = text.slice(expression.pos, expression.end);
  if (isCallExpression(expression) && HASHES.has(calledName(expression))) return false;
  const [from = '', to = ''] = node.arguments.map((argument) =>
    text.slice(argument.pos, argument.end).trim(),
  );
  const end = text.indexOf('\n', node.end);
  if (text.slice(node.end, end < 0 ? undefined : end).includes('// ASCII: ')) return false;
  if (/indexOf/.test(to) || receiver === '') return false;
  if (from.startsWith('-')) return COUNT.test(from.slice(1));
  if (from === '0') return !to.startsWith('-') && COUNT.test(to);
  return to.startsWith(`${from} + `) && COUNT.test(to.slice(from.length + 3));
}

function calledName({ expression }) {
  return isPropertyAccessExpression(expression) ? expression.name.text : expression.text;
}

function isText(checker, node) {
  const type = checker.getTypeAtLocation(node);
  return checker.typeToString(checker.getApparentType(checker.getNonNullableType(type))) === 'String';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'));
  const found = findTextCuts(root);
  for (const problem of found) console.error(problem);
  console.log(
    found.length === 0
      ? 'texts: none is cut inside a character'
      : `texts: ${found.length} place(s) may cut inside a character; use shortened, startOf or endOf of core/`,
  );
  process.exit(found.length === 0 ? 0 : 1);
}
