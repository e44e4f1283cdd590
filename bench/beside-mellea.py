"""Times Mellea's own requirements for bench/beside-mellea.ts: one JSON request a line, one line of JSON for each."""
import json
import sys
import time
import warnings

warnings.simplefilter("ignore")
from mellea.core import MelleaLogger, ModelOutputThunk  # noqa: E402
from mellea.stdlib.context import ChatContext  # noqa: E402
from mellea.stdlib.requirements.python_reqs import PythonExecutionReq  # noqa: E402
from mellea.stdlib.requirements.python_tools import ImportRestrictions, PythonCodeExtraction, PythonSyntaxValid  # noqa: E402

MelleaLogger.get_logger().setLevel("ERROR")


def bundle(tier):
    """`python_code_generation_requirements` with a tier of our choice: it offers `static` and `docker` alone."""
    execution = PythonExecutionReq(execution_tier=tier, allowed_imports=["json", "math"], max_output_chars=10_000)
    return [PythonCodeExtraction(), PythonSyntaxValid(), execution, ImportRestrictions(allowed_imports=["json", "math"])]


bundles = {tier: bundle(tier) for tier in ("static", "local_unsafe")}
print(json.dumps("ready"), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    started = time.perf_counter()
    for reply in request["replies"]:
        context = ChatContext().add(ModelOutputThunk(reply))
        for requirement in bundles[request["tier"]]:
            result = requirement.validation_fn(context)
            if not result.as_bool():
                raise SystemExit(result.reason)
    print(json.dumps(time.perf_counter() - started), flush=True)
