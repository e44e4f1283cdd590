import type { Model, ModelRequest } from '../../models/index.js';

/** The model, asked with these settings wherever a request names none of its own. */
export function replySettings(model: Model, settings: Partial<ModelRequest>): Model {
  return {
    provider: model.provider,
    modelId: model.modelId,
    call: (request, options) => model.call({ ...settings, ...request }, options),
    stream: (request, options) => model.stream({ ...settings, ...request }, options),
  };
}
