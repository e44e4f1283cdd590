import { describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { Artefact } from '../artefact.js';
import { checkPython, checkReply } from '../pipeline/check-reply.js';
import { repairLoop } from '../repair/repair-loop.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import type { RequirementResult } from '../verdict.js';
import { isReadElsewhere } from '../worker/judge-large.js';
import { MatplotlibHeadlessBackend } from './matplotlib-headless-backend.js';
import { PlotDependenciesAvailable } from './plot-dependencies-available.js';
import { PlotFileSaved } from './plot-file-saved.js';
import {
  FORGED_BACKENDS,
  FORGED_EXITS,
  FORGED_SAVES,
  RIGHT_PLOTS,
  UNREAD_PATHS,
  UNSEEN_SAVES,
} from './plots.fixture.js';
import { pythonPlottingRequirements } from './python-plotting-requirements.js';

async function judge(code: string, requirement: Requirement): Promise<RequirementResult> {
  const { results } = await checkPython(code, [requirement]);
  return results[0] as RequirementResult;
}

describe('MatplotlibHeadlessBackend', () => {
  it.each([
    'import matplotlib\nmatplotlib.use("Agg")',
    'import matplotlib\nmatplotlib.use("agg")',
    'import matplotlib\nmatplotlib.use("Cairo")',
    'import matplotlib\nmatplotlib.use("svg")',
    'import matplotlib\nmatplotlib.use(backend="pdf")',
    'import matplotlib\nmatplotlib.use("CAIRO")',
    'import matplotlib as mpl\nmpl.use("Agg")',
    'from matplotlib import use\nuse("Agg")',
    'import matplotlib.pyplot as plt\nplt.switch_backend("Agg")',
    'import os\nos.environ["MPLBACKEND"] = "Agg"\nimport matplotlib.pyplot as plt',
    'import os\nos.environ.setdefault("MPLBACKEND", "Agg")',
    'import matplotlib\nbackend = "Agg"\nmatplotlib.use(backend)',
    'import os; os.environ["MPLBACKEND"] = "Agg"; import matplotlib.pyplot as plt',
    'import os\ndef main():\n    import matplotlib.pyplot as plt\ndef setup():\n    os.environ["MPLBACKEND"] = "Agg"\nsetup()\nmain()',
  ])('accepts %j', async (code) => {
    expect(await judge(code, MatplotlibHeadlessBackend())).toMatchObject({ verdict: 'pass' });
  });

  it.each([
    ['import matplotlib\nmatplotlib.use("TkAgg")', 'not headless'],
    ['import matplotlib\nmatplotlib.use("Agg")\nmatplotlib.use("TkAgg")', 'TkAgg'],
    ['import matplotlib.pyplot as plt\nplt.plot([1])', 'matplotlib.use()'],
    ['use("Agg")', 'matplotlib.use()'],
    ['import os\nos.environ["MPLBACKEND"] = "QtAgg"', 'not headless'],
  ])('refuses %j', async (code, words) => {
    expect(await judge(code, MatplotlibHeadlessBackend())).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining(words),
    });
  });

  it.each(Object.entries(FORGED_BACKENDS))('is not satisfied by a selection %s', async (_name, code) => {
    expect((await judge(code, MatplotlibHeadlessBackend())).verdict).toMatch(/^(?:fail|not_checked)$/);
  });

  it.each(Object.entries(RIGHT_PLOTS))('accepts a right program with %s', async (_name, code) => {
    expect(await judge(code, MatplotlibHeadlessBackend())).toMatchObject({ verdict: 'pass' });
  });

  it.each([
    'import matplotlib\nimport sys\nmatplotlib.use(sys.argv[1])',
    'import matplotlib, os\nif os.environ.get("DISPLAY"):\n    matplotlib.use("TkAgg")\nelse:\n    matplotlib.use("Agg")',
    'import matplotlib\nmatplotlib.rcParams.update({"backend": "Agg"})',
    'import os\nos.environ.update(MPLBACKEND="Agg")\nimport matplotlib.pyplot as plt',
    'from matplotlib.figure import Figure\nfrom matplotlib.backends.backend_agg import FigureCanvasAgg',
  ])('does not blame what it cannot read: %j', async (code) => {
    expect(await judge(code, MatplotlibHeadlessBackend())).toMatchObject({
      verdict: 'not_checked',
      cause: 'limit',
    });
  });

  it('says which line may not be reached', async () => {
    const code = 'import matplotlib\nif matplotlib.get_backend():\n    matplotlib.use("Agg")\n';
    const { verdict, cause, reason } = await judge(code, MatplotlibHeadlessBackend());
    expect([verdict, cause, reason]).toEqual(['not_checked', 'limit', expect.stringContaining('line 3')]);
  });

  it('says that there is no code', async () => {
    const { results } = await checkReply('words', [
      MatplotlibHeadlessBackend(),
      PlotFileSaved({ outputPath: 'a' }),
    ]);
    for (const { reason } of results) expect(reason).toContain('Could not extract');
  });
});

describe('PlotFileSaved', () => {
  const saved = PlotFileSaved({ outputPath: 'plot.png' });
  it.each([
    'plt.savefig("plot.png")',
    'fig.savefig("plot.png", dpi=100)',
    'plt.savefig(fname="plot.png")',
    'plt.savefig(filename="plot.png")',
    'from matplotlib.pyplot import savefig\nsavefig("plot.png")',
    'path = "plot.png"\nplt.savefig(path)',
    'from pathlib import Path\nplt.savefig(Path("plot.png"))',
    'plt.savefig("a.png")\nplt.savefig("plot.png")',
    'make().savefig("plot.png")',
    'def save():\n    plt.savefig("plot.png")\nsave()',
    'def main():\n    plt.savefig("plot.png")\nif __name__ == "__main__":\n    main()',
    'class Report:\n    def save(self):\n        self.fig.savefig("plot.png")\nReport().save()',
    'class Chart(Figure):\n    pass\nChart().savefig("plot.png")',
    'def save():\n    if not data:\n        return\n    plt.savefig("plot.png")\nsave()',
    'try:\n    plt.savefig("plot.png")\nfinally:\n    plt.close()',
  ])('accepts %j', async (code) => {
    expect(await judge(code, saved)).toMatchObject({ verdict: 'pass' });
  });

  it.each([
    ['plt.savefig("other.png")', 'required is plot.png'],
    ['plt.savefig("plot.jpg")', 'plot.jpg'],
    ['plt.show()', 'savefig()'],
    ['x = 1', 'savefig()'],
    ['if False:\n    plt.savefig("plot.png")', 'that runs'],
    ['if True:\n    x = 1\nelse:\n    plt.savefig("plot.png")', 'that runs'],
    ['while 0:\n    plt.savefig("plot.png")', 'that runs'],
    ['def save():\n    plt.savefig("plot.png")', 'that runs'],
    ['def save():\n    plt.savefig("plot.png")\n    save()', 'that runs'],
    ['def save():\n    return\n    plt.savefig("plot.png")\nsave()', 'that runs'],
    ['import sys\nsys.exit()\nplt.savefig("plot.png")', 'that runs'],
    ['class Plot:\n    def savefig(self, path): pass\nPlot().savefig("plot.png")', 'that runs'],
    ['class Plot:\n    def savefig(self, path): pass\nfig = Plot()\nfig.savefig("plot.png")', 'that runs'],
    ['class plt:\n    savefig = print\nplt.savefig("plot.png")', 'that runs'],
    ['def savefig(path): pass\nsavefig("plot.png")', 'that runs'],
  ])('refuses %j', async (code, words) => {
    expect(await judge(code, saved)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining(words),
    });
  });

  it.each(Object.entries(FORGED_SAVES))('is not satisfied by a call %s', async (_name, code) => {
    expect((await judge(code, saved)).verdict).toMatch(/^(?:fail|not_checked)$/);
  });

  it.each(Object.entries(FORGED_EXITS))('is not satisfied behind an exit %s', async (_name, code) => {
    expect((await judge(code, saved)).verdict).toMatch(/^(?:fail|not_checked)$/);
  });

  it.each(Object.entries(UNREAD_PATHS))('leaves undecided a path %s', async (_name, code) => {
    expect(await judge(code, saved)).toMatchObject({ verdict: 'not_checked', cause: 'limit' });
  });

  it.each(Object.entries(UNSEEN_SAVES))('does not blame a call that is run by %s', async (_name, code) => {
    expect((await judge(code, saved)).verdict).toBe('not_checked');
  });

  it.each(Object.entries(RIGHT_PLOTS))('accepts a right program with %s', async (_name, code) => {
    expect(await judge(code, saved)).toMatchObject({ verdict: 'pass' });
  });

  it('reads past a deep chain of conditions', async () => {
    const chain = Array.from({ length: 3_000 }, (_, n) => `elif x == ${n}:\n    y = ${n}\n`).join('');
    const code = `def f(x):\n    if x:\n        y = 0\n${chain.replaceAll(/^/gm, '    ')}\n    plt.savefig("plot.png")\nf(1)\n`;
    expect((await judge(code, saved)).verdict).toBe('pass');
  });

  it.each(['', '   '])('refuses the path %j', (outputPath) => {
    expect(() => PlotFileSaved({ outputPath })).toThrowError(
      expect.objectContaining({ code: 'core/invalid_option' }),
    );
  });
});

const noPython = await whyUnavailable('cpython');
unless(noPython).describe('PlotFileSaved, where reading does not decide', () => {
  // The standard library alone: what saves the file is a class without a base that is read.
  const program = (condition: string): string =>
    `import sys\nfrom drawing_library import plt\nif ${condition}:\n    plt.savefig("plot.png")\n`;
  const run = PlotFileSaved({ outputPath: 'plot.png', engine: 'cpython' });

  it('says that it cannot be known where the modules are not there', async () => {
    const { verdict, reason } = await judge(program('len(sys.argv) > 0'), run);
    expect([verdict, reason]).toEqual(['not_checked', expect.stringContaining('drawing_library')]);
  });

  it('fails code that leaves no file when it is run', async () => {
    const code = 'import sys\nif len(sys.argv) > 99:\n    plt.savefig("plot.png")\n';
    expect(await judge(code, run)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('The code was run, and no file is at plot.png'),
    });
  });

  it('passes code that leaves the file when it is run', async () => {
    const code =
      'import sys\nif len(sys.argv) > 99:\n    plt.savefig("plot.png")\nwith open("plot.png", "wb") as file:\n    file.write(b"a plot")\n';
    expect(await judge(code, run)).toMatchObject({ verdict: 'pass' });
  });

  it('runs nothing where the code may have replaced savefig', async () => {
    // Where it is run, there is a file.
    const code = (replaced: string): string =>
      `open("plot.png", "wb").write(b"a plot")\nimport sys\nimport drawing_library as plt\n${replaced}if len(sys.argv) > 0:\n    plt.savefig("plot.png")\n`;
    expect((await judge(code(''), run)).verdict).toBe('pass');
    expect((await judge(code('plt.savefig = print\n'), run)).verdict).toBe('not_checked');
  });

  it('reads a large reply in a worker thread', async () => {
    const functions = Array.from({ length: 700 }, (_, i) => `def f${i}(a):\n    return a\n`).join('');
    const artefact = new Artefact(`${functions}${program('len(sys.argv) > 0')}`, [], true);
    expect(isReadElsewhere(artefact)).toBe(true);
    let parsed = 0;
    artefact.parse = () => {
      parsed++;
      return null;
    };
    const context = {
      signal: new AbortController().signal,
      python: { run: () => Promise.reject(new Error('it runs')) },
    };
    await expect(async () => run.validate(artefact, context as never)).rejects.toThrow('it runs');
    expect(parsed).toBe(0);
  });

  it.each(['/tmp/plot.png', '../plot.png'])(
    'runs nothing for a file at %s, which is not handed out',
    async (outputPath) => {
      const code = `import sys\nif len(sys.argv) > 0:\n    plt.savefig(${JSON.stringify(outputPath)})\n`;
      const outside = PlotFileSaved({ outputPath, engine: 'cpython' });
      expect(await judge(code, outside)).toMatchObject({
        verdict: 'not_checked',
        reason: expect.stringContaining('relative to the working folder'),
      });
    },
  );
});

const noMonty = await whyUnavailable('monty');
unless(noMonty).it('PlotDependenciesAvailable asks in the sandbox and blames no code', async () => {
  const has = PlotDependenciesAvailable({ engine: 'monty', modules: ['json', 'math'] });
  expect((await judge('x = 1', has)).verdict).toBe('pass');
  const lacks = PlotDependenciesAvailable({ engine: 'monty', modules: ['no_such_module'] });
  expect(await judge('x = 1', lacks)).toMatchObject({
    verdict: 'error',
    reason: expect.stringContaining('Missing dependency'),
  });
});

describe('pythonPlottingRequirements', () => {
  it.each(['plot.png', '/tmp/out/plot.pdf', 'figures/a b.svg', './x.jpg'])(
    'tells the model the path %s, the backend and the modules',
    (outputPath) => {
      const requirements = pythonPlottingRequirements({
        outputPath,
        useSandbox: false,
        timeoutSeconds: 30,
        outputLimitChars: 500,
      });
      const told = requirements.slice(4).map(({ description }) => description);
      expect(told[0]).toMatch(/headless matplotlib backend/);
      expect(told[1]).toContain(outputPath);
      expect(told[2]).toContain('matplotlib and numpy');
    },
  );

  it('makes its requirements anew each time', () => {
    const [first, second] = ['a.png', 'b.png'].map((outputPath) =>
      pythonPlottingRequirements({ outputPath }),
    );
    for (const [index, requirement] of (first ?? []).entries()) {
      expect(requirement).not.toBe(second?.[index]);
      expect(Object.isFrozen(requirement)).toBe(true);
    }
  });

  unless(noPython).it('gives the allowed imports on to what runs the code', async () => {
    const [allowed, refused] = [['sys', 'json'], ['sys']].map((allowedImports) =>
      pythonPlottingRequirements({ outputPath: 'a.png', useSandbox: true, allowedImports }),
    );
    const code =
      'import sys\nif len(sys.argv) > 9:\n    plt.savefig("a.png")\nimport json\nopen("a.png", "w").write(json.dumps(1))\n';
    expect((await judge(code, allowed?.[5] as Requirement)).verdict).toBe('pass');
    expect((await judge(code, refused?.[5] as Requirement)).verdict).not.toBe('pass');
  });

  it('is always seven, in a fixed order', () => {
    const names = (options: { allowedImports?: string[] }): string[] =>
      pythonPlottingRequirements({ outputPath: 'a.png', ...options }).map(({ name }) => name);
    const rest = ['MatplotlibHeadlessBackend', 'PlotFileSaved', 'PlotDependenciesAvailable'];
    const first = ['PythonCodeExtraction', 'PythonSyntaxValid', 'PythonExecutionReq'];
    expect(names({})).toEqual([...first, 'NoImportRestrictions', ...rest]);
    expect(names({ allowedImports: ['matplotlib'] })).toEqual([...first, 'ImportRestrictions', ...rest]);
  });

  it.each([
    [{ outputPath: ' ' }, /outputPath/],
    [{ outputPath: 'a', timeoutSeconds: 0 }, /timeoutSeconds must be a number above 0/],
    [{ outputPath: 'a', outputLimitChars: -1 }, /outputLimitChars must be a whole number from 1/],
  ])('refuses %j', (options, words) => {
    expect(() => pythonPlottingRequirements(options)).toThrowError(words);
  });
});

it('a missing backend is repaired without the model', async () => {
  const outcome = await repairLoop({
    generate: () =>
      '```python\nfrom __future__ import annotations\nimport matplotlib.pyplot as plt\nplt.savefig("a.png")\n```',
    task: 'Plot it.',
    requirements: pythonPlottingRequirements({ outputPath: 'a.png' }),
  });
  expect(outcome).toMatchObject({ status: 'ok', attempt: { fixes: ['useHeadlessBackend'] } });
  expect(outcome.code).toMatch(
    /^from __future__ import annotations\nimport matplotlib; matplotlib\.use\("Agg"\)\n/,
  );
});
