"""From source text to code: the value of a last expression is kept, and `await` accepts what host functions give."""
import ast
import functools
import inspect
import linecache
import types

import mettle_recursion as recursion

VALUE_NAME = "__mettle_value__"
AWAIT_NAME = "__mettle_await__"


class _Awaits(ast.NodeTransformer):
    def visit_Await(self, node):
        self.generic_visit(node)
        call = ast.Call(func=ast.Name(id=AWAIT_NAME, ctx=ast.Load()), args=[node.value], keywords=[])
        ast.copy_location(call, node.value)
        ast.copy_location(call.func, node.value)
        node.value = call
        return node


class Answered:
    """Makes a plain value awaitable."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __await__(self):
        return self.value
        yield


def awaitable(value):
    return value if inspect.isawaitable(value) else Answered(value)


def compile_source(text, file_name, with_awaits):
    """(code, whether it holds a top-level await). Raises SyntaxError, ValueError, RecursionError or MemoryError."""
    tree = compile(
        text, file_name, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True
    )
    if with_awaits and "await" in text:
        tree = _Awaits().visit(tree)
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = tree.body[-1]
        target = ast.Name(id=VALUE_NAME, ctx=ast.Store())
        ast.copy_location(target, last)
        tree.body[-1] = ast.copy_location(ast.Assign(targets=[target], value=last.value), last)
    code = compile(tree, file_name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    lines = text.splitlines(True)
    linecache.cache[file_name] = (len(text), None, lines, file_name)
    return code, bool(code.co_flags & inspect.CO_COROUTINE)


def run_code(code, is_coroutine, namespace, depth):
    """`depth`: how deep calls may go, the code itself included."""
    if is_coroutine:
        # Where it is still to be loaded, that goes deeper than code may be allowed to.
        recursion.end(depth)
        import asyncio
    recursion.begin(depth)
    if not is_coroutine:
        # With its arguments unpacked: the interpreter comes to make a plain call of it in a shorter way, which counts less.
        exec(*(code, namespace))
        return
    function = types.FunctionType(code, namespace)
    asyncio.run(_finish(function()))


async def _finish(coroutine):
    return await coroutine


class Leniency:
    """Whether asyncio takes plain values: only in runs that have host functions."""

    on = False


def accept_plain_values():
    """Lets asyncio take the plain value of a host function where it wants something awaitable."""
    import asyncio
    import asyncio.tasks as tasks

    async def give(value):
        return value

    def taken(item):
        strict = not Leniency.on or asyncio.isfuture(item) or inspect.isawaitable(item)
        return item if strict else give(item)

    def lenient(original, first):
        @functools.wraps(original)
        def wrapped(*args, **kwargs):
            return original(*args[:first], *[taken(item) for item in args[first:first + 1]], *args[first + 1:], **kwargs)

        return wrapped

    for name in ("ensure_future", "create_task", "wait_for", "shield"):
        setattr(tasks, name, lenient(getattr(tasks, name), 0))
        setattr(asyncio, name, getattr(tasks, name))
    if hasattr(asyncio, "TaskGroup"):
        asyncio.TaskGroup.create_task = lenient(asyncio.TaskGroup.create_task, 1)
    asyncio.run = lenient(asyncio.run, 0)
    gather = tasks.gather

    @functools.wraps(gather)
    def lenient_gather(*items, **kwargs):
        return gather(*[taken(item) for item in items], **kwargs)

    tasks.gather = asyncio.gather = lenient_gather
