import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import type { Actor } from '../../../environments/index.js';

/** The body of what a tool of the shop answered. */
export async function ask(actor: Actor, tool: string, argumentValues: JsonObject): Promise<JsonObject> {
  const { data } = await actor.call(tool, argumentValues);
  return isJsonObject(data) && isJsonObject(data.body) ? data.body : {};
}

/** All objects that a listing tool has, page by page. */
export async function askAll(
  actor: Actor,
  tool: string,
  argumentValues: JsonObject,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (;;) {
    const { items, total } = await ask(actor, tool, { ...argumentValues, limit: 100, offset: found.length });
    const page = Array.isArray(items) ? (items as readonly Json[]).filter(isJsonObject) : [];
    found.push(...page);
    if (page.length === 0 || typeof total !== 'number' || found.length >= total) return found;
  }
}

/** The user with this address, and null where no answer told of one. */
export async function askUserId(actor: Actor, email: string): Promise<number | null> {
  const [user] = await askAll(actor, 'list_users', { email });
  return typeof user?.id === 'number' ? user.id : null;
}
