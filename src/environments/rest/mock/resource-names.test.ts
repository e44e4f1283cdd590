import { expect, it } from 'vitest';
import { namesResource, referencedWord } from './resource-names.js';

it.each([
  ['user', 'users'],
  ['Users', 'users'],
  ['category', 'categories'],
  ['box', 'boxes'],
  ['dish', 'dishes'],
  ['match', 'matches'],
  ['hero', 'heroes'],
  ['house', 'houses'],
  ['quiz', 'quizes'],
  ['orderItem', 'order_items'],
])('%s names a resource %s', (word, resource) => expect(namesResource(word, resource)).toBe(true));

it.each([
  ['', 'users'],
  ['', 's'],
  ['-', 'users'],
  ['use', 'users'],
  ['categor', 'categories'],
  ['nam', 'names'],
  ['person', 'persona'],
  ['users', 'user'],
])('%j does not name a resource %s', (word, resource) => expect(namesResource(word, resource)).toBe(false));

it.each([
  ['user_id', 'user'],
  ['user_ids', 'user'],
  ['userId', 'user'],
  ['userIds', 'user'],
  ['userID', 'user'],
  ['user_uuid', 'user'],
  ['userUuid', 'user'],
  ['api_key', 'api'],
  ['id', null],
  ['_id', null],
  ['paid', null],
  ['user_idea', null],
])('the word before the id in %s is %s', (name, word) => expect(referencedWord(name)).toBe(word));
