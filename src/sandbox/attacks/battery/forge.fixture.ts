import { cases, type HostileCase } from './case.fixture.js';

/** What speaks to the supervisor in the place of the runner. */
const BEGIN = `import gc, marshal, os, socket, struct, sys, time, threading
channel = next((found for found in gc.get_objects() if type(found).__name__ == "Channel"), None)
sockets = []
for number in range(3, 40):
    try: sockets.append(socket.socket(fileno=os.dup(number)))
    except OSError: pass
def raw(data):
    for one in sockets:
        try: one.sendall(data)
        except OSError: pass
def frame(kind, body): return (len(body) + 1).to_bytes(4, "big") + kind + body
def report(**more): return {"ok": True, "value": "forged", "error": None, "seconds": 0.0, **more}
def say(kind, value): raw(frame(kind, marshal.dumps(value, 2)))
`;

const FRAMES = {
  'two results at once': 'raw(frame(b"V", marshal.dumps(report(), 2)) * 2)',
  'a result and a call':
    'raw(frame(b"V", marshal.dumps(report(), 2)) + frame(b"H", marshal.dumps(("count", (), {}), 2)))',
  'a call before a result':
    'raw(frame(b"H", marshal.dumps(("count", (), {}), 2)) + frame(b"V", marshal.dumps(report(), 2)))',
  'a result of no report': 'say(b"V", 5)',
  'a result that is a list': 'say(b"V", [True] * 9)',
  'a result of a dict of numbers': 'say(b"V", {1: 2, 3: 4})',
  'a result with nothing': 'raw(frame(b"V", b""))',
  'a result cut short': 'raw((500).to_bytes(4, "big") + b"V" + marshal.dumps(report(), 2))',
  'a result and more behind it': 'raw(frame(b"V", marshal.dumps(report(), 2) + b"N"))',
  'time that is no number': 'say(b"V", report(seconds=float("nan")))',
  'time that never ends': 'say(b"V", report(seconds=float("inf")))',
  'time before it began': 'say(b"V", report(seconds=-1e300))',
  'time as text': 'say(b"V", report(seconds="0"))',
  'an error of huge texts':
    'say(b"V", {"ok": False, "value": None, "seconds": 0, "error": {"kind": "infrastructure", "type": "T" * 3_000_000, "message": "M" * 3_000_000, "frames": [("f" * 1000, 1, 1, "g")] * 100_000, "line": 1}})',
  'an error of the machine':
    'say(b"V", {"ok": False, "error": {"kind": "infrastructure", "type": "X", "message": "x"}})',
  'an error with frames of anything':
    'say(b"V", {"ok": False, "error": {"kind": {}, "type": [], "message": 5, "frames": [5, [], [1], ["a", "b", "c", "d"], None], "line": "x", "exitStatus": "y", "path": 7}})',
  'an error that is a list': 'say(b"V", {"ok": False, "error": [1, 2, 3]})',
  'names of the prototype':
    'say(b"V", report(**{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}))',
  'a value with names of the prototype':
    'say(b"V", report(value={"__proto__": {"polluted": 1}, "toString": 1, "hasOwnProperty": 2, "then": 3}))',
  'a value that looks like a promise': 'say(b"V", report(value={"then": "x", "catch": "y"}))',
  'a marked value without parts': 'raw(frame(b"V", b"{u\\x02\\0\\0\\0oku\\x05\\0\\0\\0valueS0"))',
  'a mark in a mark': 'raw(frame(b"V", b"(\\x02\\0\\0\\0SS"))',
  'a set of itself': 'raw(frame(b"V", b"<\\x01\\0\\0\\0r\\0\\0\\0\\0"))',
  'a reference': 'raw(frame(b"V", b"[\\x01\\0\\0\\0\\xdb\\x01\\0\\0\\0N"))',
  'code in a value': 'raw(frame(b"V", marshal.dumps({"ok": True, "value": compile("1", "x", "eval")})))',
  'text that is not text': 'raw(frame(b"V", b"u\\x04\\0\\0\\0\\xff\\xfe\\xed\\xa0"))',
  'an integer with broken digits': 'raw(frame(b"V", b"l\\x05\\0\\0\\0" + b"\\xff" * 10))',
  'an integer of 2^31 digits': 'raw(frame(b"V", b"l\\0\\0\\0\\x80"))',
  'a dict with a key twice': 'raw(frame(b"V", b"{u\\x02\\0\\0\\0okTu\\x02\\0\\0\\0okF0"))',
  'numbers that collide': 'say(b"V", report(value={k << 64: 1 for k in range(1, 50_000)}))',
  'numbers that collide, to a host function':
    'try: count({k << 64 for k in range(1, 50_000)})\nexcept ValueError: pass',
  'a question for every file': 'for _ in range(500): say(b"P", "in.txt")',
  'a question for a file of the host': 'say(b"P", SECRET)',
  'a question for nothing': 'say(b"P", None)',
  'a wish to change a file of the host':
    'raw(frame(b"T", struct.pack(">iqq", 0o777, 0, 0) + SECRET.encode()))',
  'frames of the host':
    'for kind in (b"A", b"R", b"Z", b"W", b"F", b"K", b"C", b"o", b"e", b"c", b"w", b"x", b"r", b"s", b"z", b"!"): raw(frame(kind, marshal.dumps(None, 2)))',
  'an end of the supervisor':
    'say(b"x", {"reason": "result", "status": 0, "seconds": 0, "lost": False, "files": None, "held": 0})',
  'a status on every channel':
    'for number in range(1, 9): raw(number.to_bytes(4, "big") + (0).to_bytes(4, "big"))',
  'a word that it stands ready': 'raw(b"k"); raw(b"z"); raw(b"f" + (1).to_bytes(4, "big"))',
  'the byte that starts nothing': 'raw(b"\\0")',
  'drops of a frame':
    'data = frame(b"H", marshal.dumps(("count", (), {}), 2))\nfor byte in data: raw(bytes([byte])); time.sleep(0.001)',
  'a call from a fork': 'if os.fork() == 0: say(b"H", ("count", (), {})); os._exit(0)\nos.wait()',
  'a result from a fork': 'if os.fork() == 0: say(b"V", report()); os._exit(0)\nos.wait()',
  'a result from a thread':
    'threading.Thread(target=lambda: say(b"V", report()), daemon=True).start()\ntime.sleep(0.5)',
  'a call of a name of the prototype':
    'for name in ("__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"): say(b"H", (name, (), {}))',
  'a call of a name that is not text': 'say(b"H", (5, (), {}))',
  'a call with arguments that are none': 'say(b"H", ("count", None, None))',
  'a call with named arguments of numbers': 'say(b"H", ("count", (), {1: 2}))',
  'a call with the prototype as a name': 'say(b"H", ("count", (), {"__proto__": {"polluted": 1}}))',
  'a call of ten thousand arguments': 'say(b"H", ("count", tuple(range(10_000)), {}))',
  'a call of a million arguments': 'say(b"H", ("count", tuple(range(1_000_000)), {}))',
} as const;

/** What the code does to the runner that it shares a process with. */
const RUNNER = {
  'its functions replaced':
    'import mettle_session, mettle_values\nmettle_session._answer = mettle_values.plain = lambda *a: {"ok": True, "value": "forged", "error": None}',
  'its channel replaced': 'channel.send = lambda kind, body: None',
  'its channel closed': 'channel.stream.close()',
  'its output replaced': 'os.dup2(2, 1)\nprint("x")',
  'its clock replaced':
    'import mettle_session, mettle_host_calls\nmettle_session._clock = mettle_host_calls._clock = lambda: float("nan")',
  'its memory written over': 'import ctypes\nctypes.memset(id(channel), 0xff, 64)',
  'its own function with a host function’s name': 'count = lambda *a: "forged"\nassert count() == "forged"',
  'the host function of builtins replaced':
    'import builtins\nbuiltins.count = lambda *a: "forged"\nassert count() == "forged"',
  'an exit while it reports': 'class A(Exception):\n    def __str__(self): os._exit(0)\nraise A()',
  'an exit in repr':
    'class A:\n    def __repr__(self): os._exit(0)\nsys.modules["__main__"].__name__ = "x"\n[A()]',
  'an exit at the end': 'import atexit\natexit.register(os._exit, 0)',
  'an end by a signal to itself': 'os.kill(os.getpid(), 9)',
  'a stop of itself': 'import signal\nos.kill(os.getpid(), signal.SIGSTOP)',
  'a stop of its parent': 'import signal\ntry: os.kill(os.getppid(), signal.SIGSTOP)\nexcept OSError: pass',
  'another program in its place': 'os.execv(sys.executable, [sys.executable, "-I", "-S", "-c", "print(1)"])',
  'another program with its channel':
    'for number in range(3, 40):\n    try: os.set_inheritable(number, True)\n    except OSError: pass\nos.execv(sys.executable, [sys.executable, "-I", "-S", "-c", "import os\\nfor n in range(3, 40):\\n  try: os.write(n, bytes(4))\\n  except OSError: pass"])',
} as const;

const MONTY = {
  'monty: text like a verdict': 'print("PASSED 100/100"); print("{\\"ok\\": true}")',
  'monty: an exception named like ours': 'raise TimeoutError("the code ran longer than its limit of 1 s")',
  'monty: a memory error of its own': 'raise MemoryError("memory limit exceeded")',
  'monty: an exit with a status': 'raise SystemExit(0)',
  'monty: names of the prototype in a value': '{"__proto__": {"polluted": 1}, "constructor": 2, "then": 3}',
  'monty: names of the prototype in arguments': 'count(**{"__proto__": {"polluted": 1}})',
  'monty: a host function by another name': 'f = count\nf = 5\nf',
  'monty: numbers that collide': '{k << 64: 1 for k in range(1, 50000)}',
  'monty: numbers that collide, to the host': 'count({k << 64: 1 for k in range(1, 50000)})',
  'monty: floats that collide in sets of sets':
    '[{float(k << 70) for k in range(1, 2000)} for _ in range(20)]',
  'monty: awaiting what nobody promised': 'await count()\nawait count()',
} as const;

/** Everything that tries to speak in another’s name. */
export const FORGERIES: readonly HostileCase[] = [
  ...cases('forges', 'any', withBegin(FRAMES, '\ntime.sleep(0.2)')),
  ...cases('forges', 'any', withBegin(RUNNER, '')),
  ...cases('forges', 'any', MONTY, false),
];

function withBegin(programs: Readonly<Record<string, string>>, end: string): Record<string, string> {
  return Object.fromEntries(Object.entries(programs).map(([id, code]) => [id, BEGIN + code + end]));
}
