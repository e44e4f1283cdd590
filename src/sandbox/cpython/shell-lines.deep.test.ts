import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Demo\n\nRun `make test`.\n\n## Usage\n\nSee `docs/`.\n',
  'data/sales.csv': 'item,amount\npen,2\nbook,40\npen,3\nink,7\n',
  'data/größe.txt': 'ä\nö\nzebra\n',
  'src/app.py':
    'def main():\n    # TODO: greet\n    print("hello")\n\nif __name__ == "__main__":\n    main()\n',
  'src/util.py': 'def twice(n):\n    return 2 * n\n',
  'tests/test_util.py':
    'import sys, unittest\nsys.path.insert(0, "src")\nfrom util import twice\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(twice(2), 4)\nunittest.main()\n',
  'log.txt': '2024-01-02 WARN a\n2024-01-01 INFO b\n2024-01-03 WARN c\n',
  'config.ini': '[main]\nport = 80\nname = demo\n',
};

/** Lines as people write them in READMEs, Makefiles and scripts. Their output must not depend on place or time. */
const LINES: readonly string[] = [
  "grep -rn TODO src | cut -d: -f1,2 | sed 's/:/ line /'",
  "tail -n +2 data/sales.csv | awk -F, '{ sum[$1] += $2 } END { for (i in sum) print i, sum[i] }' | sort",
  'sort -t, -k2 -n -r data/sales.csv | head -2',
  "cut -d' ' -f2 log.txt | sort | uniq -c | sort -rn | awk '{ print $2, $1 }'",
  "find . -name '*.py' -not -path './tests/*' | sort | xargs wc -l | tail -1 | tr -s ' '",
  'for f in src/*.py; do printf "%s %s\\n" "$(basename "$f" .py)" "$(wc -l < "$f" | tr -d " ")"; done',
  'mkdir -p build/a/b && cp -r src build/a && mv build/a/src build/b && rmdir build/a/b build/a && find build | sort',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  'cat > out.txt <<EOF\nname: $(sed -n "s/^name = //p" config.ini)\nhome: ${UNSET:-none}\nEOF\ncat out.txt',
  "cat <<'EOF' | tr a-z A-Z\nno $expansion here\nEOF",
  "sed -i 's/port = 80/port = 8080/' config.ini && diff -u /dev/null config.ini | tail -n +3; grep -c = config.ini",
  'set -e; test -d src; [ -f README.md ]; false; echo never',
  'set -u; echo "$not_there"',
  'set -o pipefail 2>/dev/null; false | true; echo $?',
  'ls nothing-here || echo "exit $?"; ! grep -q absent README.md && echo fine',
  'i=0; while [ $i -lt 5 ]; do i=$((i + 1)); [ $i -eq 3 ] && continue; echo $i; done | paste -sd+ - | tee sum | xargs expr 0 + 0 \\; 2>/dev/null; cat sum',
  'case "$(head -c 6 README.md)" in "# Demo") echo demo;; *) echo other;; esac',
  'trap "echo cleaned" EXIT; tmp=$(mktemp) && echo kept > "$tmp" && cat "$tmp" && rm "$tmp"',
  'f() { local n=$1; [ "$n" -le 1 ] && echo 1 && return; echo $((n * $(f $((n - 1))))); }; f 6',
  'python3 -m unittest -q tests/test_util.py 2>&1 | tail -1; python3 tests/test_util.py 2>&1 | tail -1',
  'python3 src/app.py && python3 - <<EOF\nimport json\nprint(json.dumps({"a": [1, 2]}, sort_keys=True))\nEOF',
  'tar -czf all.tgz src data && mkdir x && tar -xzf all.tgz -C x && diff -r src x/src && tar -tzf all.tgz | grep -c csv',
  'printf "b\\na\\nc\\n" > one; printf "a\\nc\\nd\\n" | sort > two; sort one | comm -12 - two; sort one | join - two | wc -l | tr -d " "',
  'echo hello | sha256sum | cut -c1-12; echo hello | md5sum | head -c 8; printf abc | base64; printf abc | od -An -tx1 | tr -d " "',
  'wc -m < data/größe.txt | tr -d " "; sort data/größe.txt; ls data; sed "s/./x/" data/größe.txt',
  'chmod +x src/app.py; test -x src/app.py && stat -c "%a %s" src/app.py; ln -s src/app.py link && readlink link && cat link | head -1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of the shell
  "bash -c 'a=(x y z); echo ${a[1]} ${#a[@]} ${a[*]^^}; [[ abc =~ b(.) ]] && echo ${BASH_REMATCH[1]}'",
  'sleep 0.05 & sleep 0.01 & wait; echo done; kill -TERM $$; echo never',
  'yes | head -3 | nl -ba | tr -s " \\t" " "; seq 3 -1 1 | tac; seq 1 10 | shuf | sort -n | tail -1; timeout 0.1 sleep 5; echo $?',
  'exec 3> three; echo to-three >&3; exec 3>&-; cat < three; echo out; echo err >&2; exit 42',
  'printf "#!/usr/bin/env python3\\nimport sys\\nprint(sys.argv[1:])\\n" > tool && chmod 755 tool && ./tool a "b c"',
  'find . -type f -newer README.md -name "*.none" -delete; find data -name "*.csv" -exec sh -c \'echo "$(dirname "$1")"\' _ {} \\;',
  'IFS=,; while read -r item amount; do echo "$amount:$item"; done < data/sales.csv; unset IFS; set -- a b c; shift; echo "$#" "$@"',
];

const GIT = [
  'git init -q -b main . && git add README.md src && git -c user.name=N -c user.email=e@x commit -qm first && git log --format=%s',
  'echo more >> README.md; git diff --stat | tail -1; git status --short; git stash -q 2>&1; git status --short | head -3',
  'git checkout -q -b topic && echo t > t && git add t && git -c user.name=N -c user.email=e@x commit -qm topic && git checkout -q main && git merge -q topic && git log --format=%s | sort; git ls-files | sort | head -3',
];
const AUTHOR = {
  GIT_AUTHOR_NAME: 'N',
  GIT_AUTHOR_EMAIL: 'e@x',
  GIT_COMMITTER_NAME: 'N',
  GIT_COMMITTER_EMAIL: 'e@x',
};

/** A shell outside of any confinement, in a folder with the same files. */
function plain(folder: string, line: string): readonly unknown[] {
  const env = {
    ...AUTHOR,
    PATH: '/usr/bin:/bin',
    HOME: folder,
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { status, signal, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
    cwd: folder,
    env,
    argv0: 'sh',
    encoding: 'utf8',
  });
  return [signal === 'SIGTERM' ? 143 : status, stdout, stderr];
}

unless(SKIPPED).describe.each(MECHANISMS)('ordinary lines in %s', (mechanism) => {
  const { engine } = useCpython(mechanism);
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-shell-lines-'));
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      chmodSync(join(folder, path), 0o644);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const isLimited = mechanism === 'landlock' && process.getuid?.() !== 0;

  // Programs change no times by path there, and no modes either as an ordinary user, which git needs too.
  const refused = isLimited ? /chmod|tar -|sed -i|cp -r/ : mechanism === 'landlock' ? /tar -x/ : null;
  const lines = LINES.filter((line) => refused?.test(line) !== true);

  it('say and leave what they do in a plain shell', async () => {
    await using sandbox = await createSandbox({ engine: engine(), files: FILES, environment: AUTHOR });
    const different: unknown[] = [];
    for (const line of lines) {
      const { exitCode, stdout, stderr } = await sandbox.shell(line, { timeoutSeconds: 60 });
      const [inside, outside] = [[exitCode, stdout, stderr], plain(folder, line)];
      if (!isDeepStrictEqual(inside, outside)) different.push({ line, inside, outside });
    }
    expect(different).toEqual([]);
    const seen = 'find . -type f | sort | xargs sha256sum';
    const made = (text: string): readonly string[] =>
      text.split('\n').filter((line) => !line.endsWith('.tgz'));
    const [, there] = plain(folder, seen);
    expect(made((await sandbox.shell(seen, { timeoutSeconds: 60 })).stdout)).toEqual(made(String(there)));
  });

  unless(spawnSync('git', ['--version']).error === undefined && !isLimited ? null : 'git cannot run here').it(
    'use git where it is named',
    async () => {
      await using sandbox = await createSandbox({
        engine: engine(),
        files: FILES,
        environment: AUTHOR,
        programs: ['git'],
      });
      for (const line of GIT) {
        const { exitCode, stdout, stderr } = await sandbox.shell(line, { timeoutSeconds: 60 });
        expect([line, exitCode, stderr]).toEqual([line, 0, '']);
        expect(stdout).not.toBe('');
      }
      expect(
        (
          await sandbox.run(
            'import subprocess\nsubprocess.run(["git", "log", "--format=%s"], capture_output=True, text=True).stdout',
          )
        ).value,
      ).toBe('topic\nfirst\n');
      await using without = await createSandbox({ engine: engine() });
      expect((await without.shell('git --version')).exitCode).toBe(127);
    },
  );
});
