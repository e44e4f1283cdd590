import { expect, it } from 'vitest';
import type { Json } from '../../../core/index.js';
import { encodeBody } from './request-body.js';

const value: Json = { name: 'a b', tags: ['x', 'y'], size: 2, more: { deep: true }, none: null };

it('encodes a body as JSON, as a form, and as text', () => {
  const encoded = (encoding: 'json' | 'form' | 'text', body: Json = value) =>
    encodeBody({ value: body, encoding, mediaType: 'application/own' });
  expect(encoded('json')).toEqual({ body: JSON.stringify(value), contentType: 'application/own' });
  expect(encoded('form')).toEqual({
    body: 'name=a+b&tags=x&tags=y&size=2&more=%7B%22deep%22%3Atrue%7D&none=null',
    contentType: 'application/own',
  });
  expect(encoded('form', 'no members').body).toBe('');
  expect(encoded('text', 'a "text"').body).toBe('a "text"');
  expect(encoded('text').body).toBe(JSON.stringify(value));
  expect(encoded('text').contentType).toBe('application/own');
});

it('leaves the media type of a form with parts to the form', () => {
  const { body, contentType } = encodeBody({
    value,
    encoding: 'multipart',
    mediaType: 'multipart/form-data',
  });
  expect(contentType).toBeNull();
  expect([...(body as FormData)]).toEqual([
    ['name', 'a b'],
    ['tags', 'x'],
    ['tags', 'y'],
    ['size', '2'],
    ['more', '{"deep":true}'],
    ['none', 'null'],
  ]);
});
