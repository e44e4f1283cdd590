import { defineOptions, option } from '../core/index.js';
import type { SymbolicDataModel } from '../data/index.js';
import { Input, type InputOptions } from './input.js';
import { fileSchema } from './modules/file-fields.js';

const checkMediaOptions = defineOptions<Omit<InputOptions, 'schema'>>()('ImageInput', {
  name: option.string,
  optional: option.boolean,
});

/**
 * An input that is an image: `{type: 'file', mediaType: 'image/png', data}`. For an image beside other fields, give `Input`
 * a schema with a field of `fileSchema('image')`.
 *
 * @throws {MettleError} as {@link Input}.
 */
export function ImageInput(options: Omit<InputOptions, 'schema'> = {}): SymbolicDataModel {
  return Input({ ...checkMediaOptions(options), schema: fileSchema('image') });
}

/**
 * An input that is a sound: `{type: 'file', mediaType: 'audio/wav', data}`.
 *
 * @throws {MettleError} as {@link Input}.
 */
export function AudioInput(options: Omit<InputOptions, 'schema'> = {}): SymbolicDataModel {
  return Input({ ...checkMediaOptions(options, 'AudioInput'), schema: fileSchema('audio') });
}
