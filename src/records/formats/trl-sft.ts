import { openAITool } from '../to-messages.js';
import { NO_OBJECT } from './call-arguments.js';
import { chatFormat } from './chat-format.js';
import type { TrajectoryFormat } from './trajectory-format.js';
import { trlMessages } from './trl-messages.js';

/**
 * TRL's conversational data for `SFTTrainer`: `{messages, tools}`, the arguments of calls as objects, reasoning as `reasoning_content`, which
 * the chat templates of models that think read. With `assistant_only_loss` nothing is learnt that the world wrote.
 */
export const trlSft: TrajectoryFormat = chatFormat(
  { name: 'trl-sft', description: 'conversations with tools, for SFTTrainer of TRL' },
  ({ messages, tools }) => {
    const written = trlMessages(messages);
    if (written === null) return { reason: NO_OBJECT };
    return {
      record: { messages: written, ...(tools.length === 0 ? {} : { tools: tools.map(openAITool) }) },
      losses: [],
    };
  },
);
