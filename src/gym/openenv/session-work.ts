import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../core/index.js';
import type { EpisodeSession } from '../serving/episode-session.js';
import type { ServedGym } from '../serving/served-gym.js';
import type { readStep, StepRequest } from './actions.js';
import { resetObservation, stepObservation, toolsObservation, type WireObservation } from './observations.js';
import { planEpisode } from './plan-episode.js';

/** A step that makes sense. */
export type SoundStep = Exclude<StepRequest, { readonly kind: 'wrong' }>;

/** Begins an episode in a session, as a reset asks for. @throws as {@link planEpisode}; as beginning an episode. */
export async function resetSession(
  gym: ServedGym,
  session: EpisodeSession,
  request: JsonObject,
): Promise<WireObservation> {
  const plan = planEpisode(gym, request);
  const { episode_id: name } = request;
  const episodeName = typeof name === 'string' && name !== '' ? name : randomUUID();
  const episode = await session.begin((signal) => gym.begin(plan, signal), episodeName);
  return resetObservation(episode);
}

/** Does what {@link readStep} read. @throws as {@link EpisodeSession.act}. */
export async function stepSession(
  gym: ServedGym,
  session: EpisodeSession,
  step: SoundStep,
  signal?: AbortSignal,
): Promise<WireObservation> {
  if (step.kind === 'list_tools') return toolsObservation(session.episode?.tools ?? gym.tools);
  return stepObservation(step.action.tool, await session.act(step.action, signal));
}
