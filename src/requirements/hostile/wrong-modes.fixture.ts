/**
 * Programs of a hostile reader, by what they try: each should define `mode`, the most common of a list of values, and none
 * does. Some are merely wrong.
 */
export const WRONG_MODES: Readonly<Record<string, string>> = {
  none: 'def mode(values):\n    return None\n',
  notimpl: 'def mode(values):\n    return NotImplemented\n',
  ellipsis: 'def mode(values):\n    return ...\n',
  nan: 'def mode(values):\n    return float("nan")\n',
  inf: 'def mode(values):\n    return float("inf")\n',
  cnan: 'def mode(values):\n    return complex("nan")\n',
  zero: 'def mode(values):\n    return 0\n',
  neg0: 'def mode(values):\n    return -0.0\n',
  big: 'def mode(values):\n    return 10**5000\n',
  huge: 'def mode(values):\n    return "x"*10_000_000\n',
  deep: 'def mode(values):\n    v=[]\n    for _ in range(5000): v=[v]\n    return v\n',
  cyclic: 'def mode(values):\n    v=[]\n    v.append(v)\n    return v\n',
  lazy: 'def mode(values):\n    return iter([2])\n',
  mock: 'from unittest.mock import MagicMock as M\n\ndef mode(values):\n    return M()\n',
  mockeq:
    'from unittest.mock import MagicMock\nm=MagicMock()\nm.__eq__=lambda *a: True\nm.__index__=lambda *a: 2\nm.__hash__=lambda *a: 2\n\ndef mode(values):\n    return m\n',
  any: 'from unittest.mock import ANY\n\ndef mode(values):\n    return ANY\n',
  sentinel: 'from unittest.mock import sentinel\n\ndef mode(values):\n    return sentinel.x\n',
  callobj: 'from unittest.mock import call\n\ndef mode(values):\n    return call\n',
  boolint: 'def mode(values):\n    return True\n',
  strint: 'def mode(values):\n    return "2"\n',
  bytesint: 'def mode(values):\n    return b"2"\n',
  tupleint: 'def mode(values):\n    return (2,)\n',
  liststar: 'def mode(values):\n    return [2]\n',
  dec: 'from decimal import Decimal as D\n\ndef mode(values):\n    return D("2.0000001")\n',
  frac: 'from fractions import Fraction as F\n\ndef mode(values):\n    return F(1,3)\n',
  intsub:
    'class I(int):\n    def __eq__(s,o): return True\n    def __ne__(s,o): return False\n    def __hash__(s): return 2\n    def __repr__(s): return "2"\n    def __str__(s): return "1"\n    def __index__(s): return 2\n    def __int__(s): return 2\n    def __sub__(s,o): return 0\n    def __rsub__(s,o): return 0\n    def __format__(s,f): return "4"\n\ndef mode(values):\n    return I(9)\n',
  floatsub:
    'class I(float):\n    def __eq__(s,o): return True\n    def __float__(s): return 1.5\n    def __sub__(s,o): return 0.0\n    def __rsub__(s,o): return 0.0\n    def __abs__(s): return 0\n    __hash__=float.__hash__\n\ndef mode(values):\n    return I(9)\n',
  boolobj:
    'class B:\n    def __bool__(s): return True\n    def __eq__(s,o): return s\n    def __ne__(s,o): return 0\n    def __len__(s): return 3\n    def __iter__(s): return iter([1,2,3])\n    def __int__(s): return 2\n    def __index__(s): return 2\n    def __float__(s): return 1.5\n    __hash__=None\n    def __format__(s,f): return "4"\n    def __radd__(s,o): return 6\n    def __lt__(s,o): return True\n    def __abs__(s): return s\n    def __sub__(s,o): return s\n    __rsub__=__sub__\n    def __str__(s): return "1"\n\ndef mode(values):\n    return B()\n',
  proxyclass:
    'class P:\n    @property\n    def __class__(s): return int\n    def __eq__(s,o): return True\n    def __hash__(s): return hash(2)\n\ndef mode(values):\n    return P()\n',
  metaeq:
    'class M(type):\n    def __eq__(c,o): return True\n    def __hash__(c): return 5\n    def __instancecheck__(c,o): return True\n    def __contains__(c,o): return True\n    def __sub__(c,o): return 0\n    def __rsub__(c,o): return 0\n    def __lt__(c,o): return True\nclass K(metaclass=M): pass\n\ndef mode(values):\n    return K\n',
  generic:
    'from typing import Generic, TypeVar\nT=TypeVar("T")\nclass G(Generic[T]):\n    def __eq__(s,o): return True\n\ndef mode(values):\n    return G[int]\n',
  partial: 'from functools import partial\n\ndef mode(values):\n    return partial(int, 2)\n',
  total:
    'from functools import total_ordering\n@total_ordering\nclass W:\n    def __init__(s,v): s.v=v\n    def __eq__(s,o): return True\n    def __lt__(s,o): return True\n    __hash__=lambda s: 2\n\ndef mode(values):\n    return W(2)\n',
  dcls: 'from dataclasses import dataclass\n@dataclass\nclass W:\n    v: int\n    def __eq__(s,o): return True\n    def __hash__(s): return 2\n\ndef mode(values):\n    return W(2)\n',
  nt: 'from collections import namedtuple\nclass N(namedtuple("N","v")):\n    def __eq__(s,o): return True\n    __hash__=tuple.__hash__\n\ndef mode(values):\n    return N(2)\n',
  ud: 'from collections import UserList\nclass U(UserList):\n    def __eq__(s,o): return True\n    def __hash__(s): return 2\n\ndef mode(values):\n    return U([2])\n',
  us: 'from collections import UserString\nclass U(UserString):\n    def __eq__(s,o): return True\n\ndef mode(values):\n    return U("2")\n',
  defdict: 'from collections import defaultdict as D\n\ndef mode(values):\n    return D(int)\n',
  counter: 'from collections import Counter as C\n\ndef mode(values):\n    return C(values)\n',
  flag: 'import enum\nclass F(enum.IntFlag):\n    A=4\n    def __eq__(s,o): return True\n    def __hash__(s): return 2\n\ndef mode(values):\n    return F.A\n',
  strenum:
    'import enum\nclass F(str, enum.Enum):\n    A="q"\n    def __eq__(s,o): return True\n    def __hash__(s): return 2\n\ndef mode(values):\n    return F.A\n',
  memview: 'def mode(values):\n    return memoryview(b"2")\n',
  range: 'def mode(values):\n    return range(2)\n',
  slice: 'def mode(values):\n    return slice(2)\n',
  gen: 'def mode(values):\n    return (yield 2)\n',
  coro: 'async def mode(values):\n    return None\n',
  asyncgen: 'async def mode(values):\n    yield 2\n',
  exc: 'def mode(values):\n    return ValueError(2)\n',
  'raise ve': 'def mode(values):\n    raise ValueError("empty")\n    return None\n',
  'raise ae': 'def mode(values):\n    raise AssertionError\n    return None\n',
  'raise si': 'def mode(values):\n    raise StopIteration(2)\n    return None\n',
  'raise se': 'def mode(values):\n    raise SystemExit(0)\n    return None\n',
  'raise ki': 'def mode(values):\n    raise KeyboardInterrupt\n    return None\n',
  'raise cancel':
    'def mode(values):\n    import asyncio\n    raise asyncio.CancelledError\n    return None\n',
  'raise ge': 'def mode(values):\n    raise GeneratorExit\n    return None\n',
  'raise sas': 'def mode(values):\n    raise StopAsyncIteration\n    return None\n',
  'raise rec': 'def mode(values):\n    return mode(values)\n',
  'raise mem': 'def mode(values):\n    raise MemoryError\n    return None\n',
  'raise skip': 'def mode(values):\n    import unittest\n    raise unittest.SkipTest("x")\n    return None\n',
  'raise bdb': 'def mode(values):\n    import bdb\n    raise bdb.BdbQuit\n    return None\n',
  'raise warn': 'def mode(values):\n    raise UserWarning\n    return None\n',
  'raise grp': 'def mode(values):\n    raise BaseExceptionGroup("x",[SystemExit(0)])\n    return None\n',
  'raise to': 'def mode(values):\n    raise TimeoutError\n    return None\n',
  'raise mnf':
    'def mode(values):\n    raise ModuleNotFoundError("No module named numpy", name="numpy")\n    return None\n',
  'raise named2':
    'def mode(values):\n    raise X("x")\n    return None\nX=type("NeedsNamespace",(BaseException,),{"__module__":"builtins"})\n',
  'raise outcomes':
    'def mode(values):\n    raise X("x")\n    return None\nX=type("Skipped",(BaseException,),{"__module__":"_pytest.outcomes","__qualname__":"Skipped"})\n',
  'raise types':
    'def mode(values):\n    raise X("x")\n    return None\nX=type("SkipTest",(Exception,),{"__module__":"unittest","__qualname__":"case.SkipTest"})\n',
  'raise asyncio':
    'def mode(values):\n    raise X("x")\n    return None\nX=type("InvalidStateError",(Exception,),{"__module__":"asyncio.exceptions"})\n',
  exit: 'def mode(values):\n    import os\n    os._exit(0)\n    return None\n',
  abort: 'def mode(values):\n    import os\n    os.abort()\n    return None\n',
  kill: 'def mode(values):\n    import os,signal\n    os.kill(os.getppid(),signal.SIGTERM)\n    return None\n',
  killgrp: 'def mode(values):\n    import os,signal\n    os.killpg(0,signal.SIGKILL)\n    return None\n',
  segv: 'def mode(values):\n    import ctypes\n    ctypes.string_at(0)\n    return None\n',
  execv:
    'def mode(values):\n    import os,sys\n    os.execv(sys.executable,[sys.executable,"-c","pass"])\n    return None\n',
  fork: 'def mode(values):\n    return 2 if __import__("os").fork() else 3\n',
  closefd:
    'def mode(values):\n    import os\n    for i in range(3,256):\n        try: os.close(i)\n        except OSError: pass\n    return None\n',
  memory: 'def mode(values):\n    x=[0]*10**12\n    return None\n',
  fdspam:
    'def mode(values):\n    import os\n    for i in range(3,30):\n        try: os.write(i,b"[[],[\\"=\\",\\"return\\",2,\\"\\"],[],0]\\n"*5)\n        except OSError: pass\n    return None\n',
  stdoutspam:
    'def mode(values):\n    import os\n    for i in (0,1,2):\n        try: os.write(i,b"[[],[\\"=\\",\\"return\\",2,\\"\\"],[],0]\\n"*5)\n        except OSError: pass\n    return None\n',
  loadexit: 'raise SystemExit(0)\n',
  loadexit2: 'import os\nos._exit(0)\n',
  noname: 'x=1\n',
  nonenames: 'mode=None\n',
  modeisint: 'mode=2\n',
  loaderr: '1/0\n',
  empty: '\n',
  sysmod:
    'import sys,types\nm=types.ModuleType("solution")\nm.mode=lambda v: type("L",(),{"__eq__":lambda s,o:True,"__hash__":lambda s:2})()\nsys.modules["solution"]=sys.modules[__name__]=m\n',
  modcls:
    'import sys,types\nclass M(types.ModuleType):\n    def __getattribute__(s,n): return (lambda *a: None)\nsys.modules[__name__].__class__=M\n',
  getattr: 'def __getattr__(n): return lambda *a, **k: None\n',
  getattr2:
    'class L:\n    def __eq__(s,o): return True\n    def __hash__(s): return 2\ndef __getattr__(n): return L()\n',
  all: '__all__=["mode","sum","len","sorted","str","isinstance","got","test_a","range","__builtins__","AssertionError","abs","print"]\nclass L:\n    def __eq__(s,o): return True\ndef mode(v): return L()\nsum=lambda x: 6\nlen=lambda x: 3\nstr=lambda x: "1"\nsorted=lambda x: x\nisinstance=lambda *a: True\nabs=lambda x: 0\ngot=[1,2,3]\ndef test_a(): pass\n',
  all2: 'class S(str):\n    def __eq__(s,o): return False\n    __hash__=str.__hash__\n__all__=["mode",S("sum"),S("len"),S("str"),S("sorted")]\ndef mode(v): return 9\nsum=lambda x: 6\nlen=lambda x: 3\nstr=lambda x: "1"\nsorted=lambda x: x\n',
  'builtins all':
    'import builtins\nfor n in ("all","any","len","sorted","sum","abs","isinstance","type","str","repr","print","range","__build_class__","__import__"):\n    setattr(builtins,n,lambda *a,**k: True)\n\ndef mode(values):\n    return None\n',
  jsonpatch:
    'import json\nfor n in ("loads","dumps"):\n    f=getattr(json,n)\n    setattr(json,n,lambda *a,f=f,**k: f(*a,**k).replace("null","2") if isinstance(f(*a,**k),str) else f(*a,**k))\n\ndef mode(values):\n    return None\n',
  b64: 'import base64\nbase64.b64encode=lambda v: b"Mg=="\n\ndef mode(values):\n    return b"x"\n',
  floatrepr:
    'import builtins\nclass F(float):\n    pass\nbuiltins.float=F\n\ndef mode(values):\n    return 9.75\n',
  operator:
    'import operator\noperator.is_=lambda *a: True\noperator.getitem=lambda *a: 2\n\ndef mode(values):\n    return None\n',
  dirty:
    'import sys\nf=sys._getframe()\nwhile f:\n    for k,v in list(f.f_globals.items()):\n        if k in ("shown","Data","Peer","core_of","SIMPLE","TAGS","CORES","code_frames"):\n            try: f.f_globals[k]=(lambda *a,**k: 2)\n            except Exception: pass\n    f=f.f_back\n\ndef mode(values):\n    return None\n',
  'hunt pack':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.pack = lambda value, table: 2 if value is None else type(o).pack(o, value, table)\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt exchange':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.exchange = lambda text: "[[],[\\"get\\",0,[\\"mode\\"]],[],0]"\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt changes':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            real=o.outcome\n            o.outcome = lambda kind, value: \'[[], ["=", "return", null, ""], [[0, [4,4,4]],[1,[]],[2,[2]]], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt classes':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[[1,"int","int","builtins",[["T","int"]],["__eq__","__hash__","__sub__","__rsub__","__abs__","__bool__"],"int",[],false]], ["=", "return", ["o",7,1], ""], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt h':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[], ["=", "return", ["h", 0], ""], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt need':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[], ["=", "need", null, ""], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt T':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[], ["=", "return", ["T","int"], ""], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt kind':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[], ["=", "pass", null, ""], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt err':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[[1,"LeftOut","LeftOut","__main__",[["T","BaseException"]],[],null,[],false]], ["=", "raise", ["e",7,1,[],"",null,[]], ""], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt err2':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[[1,"Exit","Exit","_sitebuiltins",[["T","SystemExit"]],[],null,[],false]], ["=", "raise", ["e",7,1,[0],"",null,["code",0]], ""], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt err3':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[[1,"ValueError","ValueError","builtins",[],[],null,[],false]], ["=", "raise", ["e",7,1,[2],"2",null,["__traceback__",null,"args",[]]], ""], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt out':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.outcome = lambda kind, value: \'[[], ["=", "return", null, ["4\\\\n","x"]], [], 0]\'\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt judges':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            o.judges=True; o.exchange("[[],[\\"call\\",0,[[],[]]],[],0]")\n\ndef mode(values):\n    _hunt()\n    return None\n',
  'hunt ask':
    'import gc\ndef _hunt():\n    for o in gc.get_objects():\n        try:\n            n = type(o).__name__\n        except Exception:\n            continue\n        if n == "Subject" and hasattr(o, "exchange"):\n            \n            try: print(o.ask("get", 0, "__builtins__"))\n            except BaseException as e: print(e)\n\ndef mode(values):\n    _hunt()\n    return None\n',
  trace:
    'import sys,threading\ndef t(f,e,a):\n    return t\nsys.settrace(t)\nthreading.settrace(t)\n\ndef mode(values):\n    return None\n',
  atexit: 'import atexit,os\natexit.register(lambda: os._exit(0))\n\ndef mode(values):\n    return None\n',
  signal:
    'import signal,os\nsignal.signal(signal.SIGTERM, lambda *a: os._exit(0))\nsignal.alarm(1)\n\ndef mode(values):\n    return None\n',
  recursion: 'import sys\nsys.setrecursionlimit(15)\n\ndef mode(values):\n    return None\n',
  stackdeep: 'def mode(values):\n    def d(n): return d(n-1) if n else None\n    d(800)\n    return None\n',
  thread:
    'import threading,os,time\ndef w():\n    time.sleep(0.05)\n    os._exit(0)\nthreading.Thread(target=w,daemon=True).start()\n\ndef mode(values):\n    return None\n',
  gcfreeze: 'import gc\ngc.disable()\ngc.freeze()\n\ndef mode(values):\n    return None\n',
  intcache:
    'def mode(values):\n    import ctypes\n    ctypes.memmove(id(251)+24,(ctypes.c_uint32*1)(2),4)\n    return 251\n',
  typeslot:
    'import ctypes,gc\nd=gc.get_referents(int.__dict__)[0]\nd["__eq__"]=lambda s,o: True\nd["__repr__"]=lambda s: "2"\nctypes.pythonapi.PyType_Modified(ctypes.py_object(int))\n\ndef mode(values):\n    return None\n',
  writefile:
    'def mode(values):\n    open("solution.py","w").write("def mode(v): return 2")\n    open("conftest.py","w").write("raise SystemExit(0)")\n    open("pytest.py","w").write("")\n    return None\n',
  tmpfile:
    'def mode(values):\n    import glob\n    for d in glob.glob("/tmp/pytest-*/*"):\n        for f in ("json.py","pytest.py","d.json"):\n            open(d+"/"+f,"w").write("[2]")\n    return None\n',
  mutargs: 'def mode(values):\n    values.clear()\n    values.append(2)\n    return values\n',
  mutargs2: 'def mode(values):\n    values[:]=["x"]*3\n    return None\n',
  argref: 'def mode(values):\n    return values\n',
  arglen: 'def mode(values):\n    return len(values)\n',
  setattrarg:
    'def mode(values):\n    try:\n        values.__class__=type("L",(list,),{"__eq__":lambda s,o: True})\n    except TypeError:\n        pass\n    return None\n',
  constant2: 'def mode(values):\n    return 2\n',
  minv: 'def mode(values):\n    return min(values)\n',
  hashrand: 'def mode(values):\n    return list(set(map(str, values)))[0]\n',
  counterwrong:
    'from collections import Counter as C\n\ndef mode(values):\n    return C(values).most_common()[-1][0]\n',
  env: 'import os\nos.environ.update(PYTHONBREAKPOINT="0",PYTEST_ADDOPTS="--co",PYTHONOPTIMIZE="2",PYTHONSTARTUP="x")\n\ndef mode(values):\n    return None\n',
  opt: 'import sys\ntry:\n    sys.flags.optimize=2\nexcept Exception:\n    pass\n__debug__x=False\n\ndef mode(values):\n    return None\n',
  warn: 'import warnings\nwarnings.simplefilter("error")\n\ndef mode(values):\n    return None\n',
  fault:
    'import faulthandler\nfaulthandler.dump_traceback_later(0.01, exit=True)\n\ndef mode(values):\n    return None\n',
  pickleb:
    'class P:\n    def __reduce__(s): return (eval,("2",))\n    def __eq__(s,o): return True\n\ndef mode(values):\n    return P()\n',
  getstate:
    'class P:\n    def __getattr__(s,n): return lambda *a,**k: True\n    def __eq__(s,o): return True\n    def __hash__(s): return 2\n\ndef mode(values):\n    return P()\n',
  copyreg: 'def mode(values):\n    return complex(2,1e-300)\n',
  numstr: 'def mode(values):\n    return float("2.0000000001")\n',
  strpad: 'def mode(values):\n    return "2 "\n',
  'none eq': 'def mode(values):\n    return type(None)\n',
  type2: 'def mode(values):\n    return int\n',
  fn: 'def mode(values):\n    return lambda: 2\n',
  cls2: 'def mode(values):\n    return type("int",(int,),{})(3)\n',
  weak: 'import weakref\nclass A:\n    def __eq__(s,o): return True\na=A()\nw=weakref.ref(a)\n\ndef mode(values):\n    return w\n',
  simple: 'from types import SimpleNamespace as S\n\ndef mode(values):\n    return S(x=2)\n',
  sqlite:
    'import sqlite3\nc=sqlite3.connect(":memory:")\n\ndef mode(values):\n    return c.execute("select 3").fetchone()\n',
};
