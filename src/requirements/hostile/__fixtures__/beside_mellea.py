"""Judges replies with Mellea's own requirements: JSON on standard input, a JSON list of judgements on standard output."""
import json
import sys
import warnings

warnings.simplefilter("ignore")
from mellea.core import ModelOutputThunk, ModelToolCall  # noqa: E402
from mellea.stdlib.context import ChatContext  # noqa: E402
from mellea.stdlib.requirements.python_tools import ImportRestrictions, PythonCodeExtraction, PythonSyntaxValid  # noqa: E402

requirements = [PythonCodeExtraction(), PythonSyntaxValid(), ImportRestrictions(allowed_imports=["json", "math"])]


def judge(reply):
    calls = [ModelToolCall(call["name"], None, call["arguments"]) for call in reply.get("toolCalls", [])]
    context = ChatContext().add(ModelOutputThunk(reply["text"], tool_calls=calls or None))
    extraction, syntax, imports = [requirement.validation_fn(context) for requirement in requirements]
    found = extraction.as_bool()
    return {
        "code": extraction.reason if found else None,
        "extraction": found,
        "syntax": syntax.as_bool(),
        "imports": imports.as_bool(),
    }


json.dump([judge(reply) for reply in json.load(sys.stdin)], sys.stdout)
