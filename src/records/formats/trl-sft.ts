import { openAITool } from '../to-messages.js';
import { argumentsOf, chatFormat } from './chat-format.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/**
 * TRL's conversational data for `SFTTrainer`: `{messages, tools}`, the arguments of calls as objects, reasoning as `reasoning_content`, which
 * the chat templates of models that think read. With `assistant_only_loss` nothing is learnt that the world wrote.
 */
export const trlSft: TrajectoryFormat = chatFormat(
  { name: 'trl-sft', description: 'conversations with tools, for SFTTrainer of TRL' },
  ({ messages, tools }) => ({
    record: {
      messages: messages.map((message) =>
        message.role === 'assistant' && message.tool_calls !== undefined
          ? {
              ...message,
              content: message.content ?? '',
              tool_calls: message.tool_calls.map((call) => ({
                ...call,
                // Templates print what is no object as it is.
                function: {
                  name: call.function.name,
                  arguments: argumentsOf(call) ?? call.function.arguments,
                },
              })),
            }
          : message,
      ),
      ...(tools.length === 0 ? {} : { tools: tools.map(openAITool) }),
    },
    losses: [],
  }),
);
