import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

unless(SKIPPED).describe.each(MECHANISMS)('what surrounds a program in %s', (mechanism) => {
  const { open } = useCpython(mechanism);

  it('hides our frames from traceback, logging and inspect', async () => {
    const { run } = await open();
    const code = `
import inspect, io, logging, os, threading, traceback
text = io.StringIO()
handler = logging.StreamHandler(text)
logging.getLogger().addHandler(handler)
def deep():
    traceback.print_stack(file=text)
    logging.warning("hi", stack_info=True)
    text.write("".join(traceback.format_stack()))
    text.write(str([frame.filename for frame in inspect.stack()]))
    try:
        os.utime("absent")
    except OSError as error:
        text.write(traceback.format_exc() + str([frame.filename for frame in inspect.trace()]))
        text.write("".join(traceback.TracebackException.from_exception(error, capture_locals=True).format()))
deep()
own = traceback.extract_stack()
("mettle" in text.getvalue(), [(frame.name, frame.lineno) for frame in own], len(traceback.walk_stack.__doc__) > 9)`;
    expect((await run(code)).value).toEqual([false, [['<module>', 17]], true]);
  });

  it('hides our frames from warnings with a high stacklevel and from sys._getframe', async () => {
    const { run } = await open();
    const code = `
import atexit, collections, sys, threading, warnings
def warned():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for level in range(1, 9):
            warnings.warn("w", stacklevel=level)
    return [one.filename for one in caught]
def depth():
    count = 0
    try:
        while True:
            sys._getframe(count)
            count += 1
    except ValueError as error:
        return count, str(error)
depths = []
thread = threading.Thread(target=lambda: depths.append(depth()[0]))
thread.start()
thread.join()
files = warned()
("mettle" in str(files), len(set(files[:2])), depth(), sys._getframe().f_code.co_name, depths[0] > 2,
 (lambda: sys._getframe(1).f_code.co_name)(), collections.namedtuple("P", "x").__module__)`;
    expect((await run(code)).value).toEqual([
      false,
      1,
      [2, 'call stack is not deep enough'],
      '<module>',
      true,
      '<module>',
      '__main__',
    ]);
  });

  it('makes SIGINT a KeyboardInterrupt', async () => {
    const { run } = await open();
    const code = `
import os, signal
try:
    os.kill(os.getpid() if ${mechanism === 'bubblewrap' ? 'True' : 'False'} else 0, signal.SIGINT)
    caught = False
except KeyboardInterrupt:
    caught = True
caught`;
    for (let time = 0; time < 2; time++) expect((await run(code)).value).toBe(true);
    expect((await run('import signal\nsignal.raise_signal(signal.SIGINT)')).error).toMatchObject({
      type: 'KeyboardInterrupt',
    });
    expect((await run('caught')).value).toBe(true);
  });

  it('lets a pool of thirty threads wait', async () => {
    const { run } = await open(undefined, { maxProcesses: 48 });
    const code = `
import threading
event = threading.Event()
threads = [threading.Thread(target=event.wait) for _ in range(30)]
for thread in threads: thread.start()
count = threading.active_count()
event.set()
for thread in threads: thread.join()
count`;
    expect((await run(code)).value).toBe(31);
  });

  it('keeps the name that was probably meant', async () => {
    const { run } = await open();
    const names = await run('value = 1\nvalu');
    const parts = await run('"x".uper()');
    const suggests = (await run('import sys\nsys.version_info >= (3, 10)')).value === true;
    expect(names.error?.message).toBe(
      `name 'valu' is not defined${suggests ? ". Did you mean: 'value'?" : ''}`,
    );
    expect(parts.error?.message).toContain(suggests ? "Did you mean: 'upper'?" : "no attribute 'uper'");
    expect((await run('raise NameError("mine. Did you mean: \'x\'?")')).error?.message).toBe(
      "mine. Did you mean: 'x'?",
    );
  });

  it('says what is missing: a program, the network', async () => {
    const { run } = await open();
    const program = await run('import subprocess\nsubprocess.run(["git", "status"])');
    expect(program.error?.hint).toContain('There is no program "git" here');
    expect((await run('open("git")')).error?.hint).toBeNull();
    const network = await run('import urllib.request\nurllib.request.urlopen("http://example.com")');
    expect(network.error?.hint).toMatch(/no network/);
  });
});
