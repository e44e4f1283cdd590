"""Rewards and worlds of Mettle for trainers in Python, such as TRL. Needs Python 3.9 and nothing else.

    import mettle_reward

    # mettle serve --reward tests
    GRPOTrainer(reward_funcs=[mettle_reward.reward_function("http://127.0.0.1:8001")], ...)

    # mettle serve --env sql
    GRPOTrainer(environment_factory=mettle_reward.environment("http://127.0.0.1:8000"), ...)

What can't be scored is None, never 0: trainers leave None out of a group's mean.
Written by mettle VERSION with `mettle serve --python FILE`, which also replaces it.
"""

import inspect
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings
import weakref

__all__ = ["MettleError", "environment", "reward_function", "tasks"]

REWARDS_URL = "http://127.0.0.1:8001"
WORLD_URL = "http://127.0.0.1:8000"
# What TRL hands to a reward function that no reward reads.
_NOT_COLUMNS = {"completion_ids", "trainer", "trainer_state", "log_extra", "log_metric", "environments"}
_TRY_AGAIN = (429, 502, 503, 504)


class MettleError(RuntimeError):
    """The server refused a request, and says why."""


class _Unreachable(MettleError):
    pass


class _Server:
    def __init__(self, url, token, timeout):
        self.url = url.rstrip("/")
        self.token = os.environ.get("METTLE_SERVE_TOKEN") if token is None else token
        self.timeout = timeout
        host = urllib.parse.urlsplit(self.url).hostname or ""
        is_own = host in ("localhost", "::1") or host.startswith("127.")
        # No proxy reaches this machine's own addresses.
        proxies = [urllib.request.ProxyHandler({})] if is_own else []
        self.opener = urllib.request.build_opener(*proxies)

    def send(self, path, body=None, retries=0):
        """The reply to a request, as JSON. `retries` counts further tries while the server can't be reached or is full."""
        for attempt in range(retries + 1):
            try:
                return self._send(path, body)
            except _Unreachable as error:
                if attempt == retries:
                    raise
                time.sleep(getattr(error, "after", None) or min(2.0**attempt * 0.5, 30.0))

    def _send(self, path, body):
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers)
        try:
            with self.opener.open(request, timeout=self.timeout) as reply:
                return json.loads(reply.read())
        except urllib.error.HTTPError as error:
            detail = _detail(error)
            if error.code == 401:
                raise MettleError(
                    f"{self.url} refuses the token. Set METTLE_SERVE_TOKEN to that of the server, or pass token=."
                ) from None
            if error.code in _TRY_AGAIN:
                full = _Unreachable(f"{self.url}: {detail}")
                after = error.headers.get("retry-after", "")
                full.after = float(after) if after.isdigit() else None
                raise full from None
            raise MettleError(f"{self.url}: {detail}") from None
        except (urllib.error.URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise _Unreachable(f"{self.url} can't be reached: {reason}. Is `mettle serve` running there?") from None
        except ValueError as error:
            raise MettleError(f"{self.url} answers something else than JSON: {error}") from None

    def call(self, method, params):
        """One method of the server's JSON-RPC; what it refuses is raised with the error's data."""
        reply = self.send("/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        if reply.get("error") is None:
            return reply["result"]
        refused = MettleError(reply["error"]["message"])
        refused.data = reply["error"].get("data") or {}
        raise refused


def _detail(error):
    text = error.read().decode("utf-8", "replace")
    try:
        detail = json.loads(text)["detail"]
    except (ValueError, KeyError, TypeError):
        return f"{error.code} {text[:500]}"
    return detail if isinstance(detail, str) else json.dumps(detail)[:500]


def reward_function(
    url=REWARDS_URL, *, columns=None, token=None, timeout=600.0, retries=5, batch_size=64, name="mettle_reward"
):
    """A reward function for TRL's `reward_funcs` that a `mettle serve --reward` scores.

    Args:
        url: Where the server listens.
        columns: Names of the columns of the data set to send. Default: all that are JSON.
        token: The server's. Default: METTLE_SERVE_TOKEN.
        timeout: Seconds for one request of `batch_size` completions.
        retries: Further tries while the server can't be reached. After that, completions are None.
        batch_size: Completions sent at once.
        name: What logs call the reward.
    """
    server = _Server(url, token, timeout)
    warned = set()
    seen = []

    def warn(reason):
        if reason not in warned and len(warned) < 50:
            warned.add(reason)
            warnings.warn(f"Some completions can't be scored: {reason}", stacklevel=3)

    def score(completions, prompts, given, start):
        end = start + batch_size
        sent = {name: values[start:end] for name, values in given.items()}
        body = {"completions": completions[start:end], "columns": sent}
        if prompts is not None:
            body["prompts"] = prompts[start:end]
        try:
            reply = server.send("/score", body, retries)
        except _Unreachable as error:
            # A server that never answered is not there: nothing could be learned without it.
            if not seen:
                raise
            warn(str(error))
            return [None] * len(completions[start:end])
        seen[:] = [True]
        for each in reply["unscored"]:
            warn(each["reason"])
        return reply["rewards"]

    def reward(prompts=None, completions=None, **others):
        completions = list(completions or [])
        if prompts is not None and len(prompts) != len(completions):
            prompts = None
        given = {
            key: list(values)
            for key, values in others.items()
            if (key not in _NOT_COLUMNS if columns is None else key in columns)
            and isinstance(values, (list, tuple))
            and len(values) == len(completions)
            and _is_json(values)
        }
        rewards = []
        for start in range(0, len(completions), batch_size):
            rewards += score(completions, prompts, given, start)
        return rewards

    reward.__name__ = reward.__qualname__ = name
    return reward


def _is_json(value):
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def tasks(url=WORLD_URL, split="train", *, token=None, timeout=60.0):
    """Rows to train on, for `Dataset.from_list`.

    From `mettle serve --env`, each names a task by `split` and `index`, and the environment writes the prompt. From
    `mettle serve --reward FILE.jsonl`, each has what the file says, but not what the code is checked by.
    """
    server = _Server(url, token, timeout)
    about = server.send("/metadata")
    if about.get("kind") == "rewards":
        return server.send("/tasks")["tasks"]
    found = server.send(f"/{about['name']}/tasks", {"split": split})["tasks"]
    prompt = [{"role": "user", "content": ""}]
    return [{"prompt": prompt, "split": each["split"], "index": each["index"]} for each in found]


class _World:
    """An episode in a world that `mettle serve --env` serves. What a model may call are the methods of the subclass."""

    _server = None
    _split = "train"

    def __init__(self):
        self._session = None
        self._earned = 0.0
        self._done = True
        self._broken = False

    def reset(self, **row):
        """Begins the episode of a row's `split` and `index`, or `seed`; returns what the model reads first."""
        wanted = {key: row[key] for key in ("split", "index", "task_index", "seed") if row.get(key) is not None}
        wanted.setdefault("split", self._split)
        self._earned, self._done, self._broken = 0.0, False, True
        try:
            first = self._reset(wanted)
        except MettleError as error:
            if not str(error).startswith("Unknown session_id"):
                raise
            # Nobody used it for long: the server ended it.
            self._session = None
            first = self._reset(wanted)
        self._broken = False
        result = first["observation"]["result"]
        return "\n\n".join(filter(None, [result.get("instructions"), result["task"]]))

    def get_reward(self):
        """What the episode earned; None where that can't be told. One without an answer ends here, with an empty one."""
        if self._session is None:
            return None
        if not self._done and not self._broken:
            try:
                self._act("final_answer", {"answer": ""})
            except MettleError:
                pass
        return None if self._broken else self._earned

    def _reset(self, wanted):
        if self._session is None:
            self._session = self._server.call("openenv/session/create", {})["session_id"]
            # When nobody holds this any more, and at the end of the program.
            weakref.finalize(self, _close, self._server, self._session)
        return self._server.call("mettle/session/reset", {"session_id": self._session, **wanted})

    def _act(self, tool, arguments):
        if self._session is None or self._done:
            raise MettleError("The episode is over: no more tools can be called.")
        params = {"session_id": self._session, "name": tool, "arguments": arguments}
        try:
            result = self._server.call("tools/call", params)
        except MettleError as error:
            # The world's own refusals say how the episode stands; anything else leaves it unknown.
            step = getattr(error, "data", {})
            if "done" not in step:
                self._broken = True
            else:
                self._note(step)
            raise
        self._note(result["meta"]["openenv"])
        return result["data"]

    def _note(self, step):
        self._done = step["done"]
        if step["reward"] is None:
            self._broken = self._broken or self._done
        else:
            self._earned = round(self._earned + step["reward"], 6)


def _close(server, session):
    try:
        server.call("openenv/session/close", {"session_id": session})
    except Exception:
        # The server ends what nobody uses.
        pass


_TYPES = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict}


def environment(url=WORLD_URL, split="train", *, token=None, timeout=120.0):
    """A class for TRL's `environment_factory`: a world that `mettle serve --env` serves, its tools as methods.

    Args:
        url: Where the server listens.
        split: Of the tasks, for rows that name none.
        token: The server's. Default: METTLE_SERVE_TOKEN.
        timeout: Seconds for one call.
    """
    server = _Server(url, token, timeout)
    members = {"_server": server, "_split": split, "__doc__": _World.__doc__}
    for tool in server.call("tools/list", {})["tools"]:
        name = tool["name"]
        if not name.isidentifier() or name.startswith("_") or hasattr(_World, name):
            raise MettleError(f"The tool {name} of {url} can't be a method: serve the world over ORS (--ors) instead.")
        members[name] = _method(tool)
    return type("MettleWorld", (_World,), members)


def _method(tool):
    schema = tool.get("input_schema") or {}
    properties = schema.get("properties") or {}
    required = [name for name in properties if name in (schema.get("required") or [])]
    optional = [name for name in properties if name not in required]

    def method(self, *values, **arguments):
        given = dict(zip(required + optional, values), **arguments)
        return self._act(tool["name"], {key: value for key, value in given.items() if value is not None or key in required})

    types = {name: _type(properties[name]) for name in required + optional}
    method.__name__ = method.__qualname__ = tool["name"]
    method.__annotations__ = {**types, "return": str}
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    method.__signature__ = inspect.Signature(
        [inspect.Parameter("self", kind)]
        + [inspect.Parameter(name, kind, annotation=types[name]) for name in required]
        + [inspect.Parameter(name, kind, annotation=types[name], default=None) for name in optional],
        return_annotation=str,
    )
    lines = [_line(tool.get("description") or tool["name"])]
    if properties:
        lines += ["", "Args:"]
        lines += [f"    {name}: {_line(properties[name].get('description') or name)}" for name in required + optional]
    method.__doc__ = "\n".join([*lines, "", "Returns:", "    What the tool answers."])
    return method


def _type(schema):
    kind = schema.get("type")
    kinds = [each for each in kind if each != "null"] if isinstance(kind, list) else [kind]
    found = _TYPES.get(kinds[0], str) if len(kinds) == 1 else str
    items = schema.get("items")
    if found is list and isinstance(items, dict) and items.get("type") in _TYPES:
        return list[_TYPES[items["type"]]]
    return found


def _line(text):
    return " ".join(text.split())
