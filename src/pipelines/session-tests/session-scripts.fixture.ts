import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RandomStream } from '../../core/index.js';
import type { HostStep } from './host-session.fixture.js';

/** A text file of a folder. */
interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** The small text files of a folder, without what version control and packages keep. */
function textsOf(folder: string, below = ''): readonly TextFile[] {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name): readonly TextFile[] => {
      const path = below === '' ? name : `${below}/${name}`;
      const place = join(folder, path);
      if (name === '.git' || name === 'node_modules') return [];
      if (statSync(place).isDirectory()) return textsOf(folder, path);
      const text = statSync(place).size < 60_000 ? readFileSync(place, 'utf8') : '';
      return text.length > 20 && !/[\0\ufffd']/.test(`${text}${path}`) ? [{ path, text }] : [];
    });
}

/** What an agent does in a folder, by chance: looks, changes, runs and some things that don't go well. */
export function sessionScript(folder: string, root: string, seed: number): readonly HostStep[] {
  const stream = new RandomStream(seed, 'session');
  const files = textsOf(folder);
  if (files.length === 0) throw new Error(`${folder} has no text files`);
  const now = new Map(files.map(({ path, text }) => [path, text]));
  const steps: HostStep[] = [];
  const shell = (command: string): void => void steps.push({ do: 'shell', command });
  const look = (): void => {
    const { path } = stream.pick(files);
    const word = stream.pick(['def', 'import', 'return', 'function', 'const', 'the']);
    stream.pick([
      () => shell('ls -la'),
      () => shell(`head -20 '${path}'`),
      () => shell(`grep -rn ${word} . | wc -l`),
      () => shell(`grep -rln ${word} . | head -400`),
      () => shell(`wc -l '${path}'; tail -3 '${path}'`),
      () => shell('find . -type f -not -path "./.git/*"'),
      () => shell(`cat '${path}' | tr -cs A-Za-z "\\n" | sort | uniq -c | sort -rn | head -5`),
      () => shell('cat no-such-file.txt'),
      () => shell('python3 -c "import sys; print(sys.version_info[:2]); print(1/0)"'),
      () => shell(`cd '${path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'}' && pwd && ls`),
      () => shell('time true; date'),
      () => shell(`awk '{n+=NF} END {print n, NR}' "${root}/${path}"`),
      () => shell('for f in *; do [ -f "$f" ] && echo "$f $(wc -c < "$f")"; done; true'),
      () => shell('which python3 sed'),
      () => shell(`md5sum "${root}/${path}"; stat -c "%s %n" "${root}/${path}"`),
      () => steps.push({ do: 'read', path }),
      () => steps.push({ do: 'read', path, first: stream.integer(1, 8), count: stream.integer(1, 30) }),
      // What a machine has of its own.
      () =>
        shell(
          stream.pick([
            'uname -s',
            'whoami',
            'echo $SHELL',
            'nproc',
            'node --version',
            'df . | tail -1',
            'pip --version',
          ]),
        ),
    ])();
  };
  const change = (): void => {
    const { path } = stream.pick(files);
    const text = now.get(path) ?? '';
    const lines = text.split('\n').filter((line) => line.trim().length > 12 && text.split(line).length === 2);
    const number = stream.integer(0, 99);
    stream.pick([
      () => {
        if (lines.length === 0) return;
        const line = stream.pick(lines);
        steps.push(
          { do: 'read', path, count: 3 },
          { do: 'edit', path, old: line, now: `${line} # ${number}` },
        );
        now.set(
          path,
          text.replace(line, () => `${line} # ${number}`),
        );
      },
      () =>
        void steps.push({
          do: 'write',
          path: `notes-${number}.md`,
          text: `# Notes\n\n* ${path}\n* naïve — ok\n`,
        }),
      () => {
        const name = `tool_${number}.py`;
        steps.push({
          do: 'write',
          path: name,
          text: 'import json, os, sys\n\nnames = sorted(name for name in os.listdir(".") if name.endswith((".py", ".md", ".js")))\nprint(json.dumps({"n": len(names), "first": names[:2], "cwd": os.getcwd()}))\nprint("to stderr", file=sys.stderr)\n',
        });
        shell(`cd ${root} && python3 ${root}/${name}`);
      },
      () => shell(`mkdir -p ${root}/out/sub && cp "${root}/${path}" ${root}/out/sub/ && ls -R ${root}/out`),
      () =>
        shell(
          `cd ${root} && python3 - <<'EOF'\nfrom pathlib import Path\ntext = Path("${path}").read_text()\nprint(len(text.split()), text.count("the"))\nPath("${root}/count.txt").write_text(str(len(text)))\nEOF`,
        ),
      () =>
        shell(
          `cd ${root} && git init -q . && git add -A && git commit -qm work && git log --oneline | wc -l && git status --short`,
        ),
      () =>
        shell(
          `cat > /tmp/probe_${seed}.py <<'EOF'\nimport sys\ndef f(n):\n    return 1 if n < 2 else n * f(n - 1)\nprint(f(20))\nraise ValueError(sys.argv[1:])\nEOF\npython3 /tmp/probe_${seed}.py a b; rm /tmp/probe_${seed}.py`,
        ),
      () => shell('sleep 0.05 & echo started; wait; echo ended'),
    ])();
  };
  for (let count = stream.integer(3, 5); count > 0; count--) look();
  for (let count = stream.integer(2, 4); count > 0; count--) change();
  steps.push({ do: 'write', path: `done-${seed}.txt`, text: `${seed}\n` });
  look();
  return steps;
}
