import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../core/index.js';
import { packageVersion } from '../../core/internal.js';
import type { ServerPackage } from '../load-mcp-package.js';
import { boundedSchemaValidator } from '../mcp/bounded-schema-validator.js';
import { type Tool, tool } from '../tool.js';
import { toolSet } from '../tool-set.js';
import type { CommitRequests } from './commit-request.js';
import type { ServedSkills } from './served-skills.js';
import type { Workspace } from './workspace.js';
import { workspaceTools } from './workspace-tools.js';

const INSTRUCTIONS =
  'A sandbox for Python and files. Work on files with its tools: the folder itself changes only by commit, after the person agreed. Use fork_sandbox to try things, merge_sandbox to keep them.';
const SKILLS = 'Skills are served too: read one whose description fits before you begin.';
const READS: ReadonlySet<string> = new Set(['list_files', 'read_file', 'search_files', 'show_changes']);
const QUESTION = 'commit';

/** Makes servers for connections or requests, all over one workspace. `commits` is null where there is no folder, `skills` where none are served. */
export function serverFactory(
  { main }: ServerPackage,
  workspace: Workspace,
  commits: CommitRequests | null,
  skills: ServedSkills | null,
): () => Server {
  const tools = toolSet([...workspaceTools(workspace), commitTool()]);
  const list = Array.from(tools, (one) => ({
    name: one.name,
    description: one.description,
    inputSchema: one.parameters as { type: 'object' },
    annotations: {
      readOnlyHint: READS.has(one.name),
      destructiveHint: one.name === 'commit',
      openWorldHint: false,
    },
  }));

  const commit = async (
    server: Server,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> => {
    if (commits === null)
      return failed('This server was started without a folder: there is nothing to commit to.');
    const { inputResponses } = context.mcpReq;
    const id = context.mcpReq.requestState<string>();
    const answer = main.inputResponse(inputResponses, QUESTION);
    if (answer.kind === 'missing') {
      if (!canAsk(server, context, main.CLIENT_CAPABILITIES_META_KEY)) {
        return failed(
          'Commit is refused: your client cannot ask the person (it does not support elicitation). Nothing was written. Show the person the patch of show_changes instead.',
        );
      }
      const question = await commits.ask();
      if (question === null) return text({ committed: false, reason: 'nothing has changed' });
      return main.inputRequired({
        requestState: question.id,
        inputRequests: {
          [QUESTION]: main.inputRequired.elicit({
            message: question.message,
            requestedSchema: {
              type: 'object',
              properties: { write: { type: 'boolean', title: question.label } },
              required: ['write'],
            },
          }),
        },
      });
    }
    if (main.acceptedContent(inputResponses, QUESTION)?.write === true) return text(await commits.agree(id));
    commits.refuse(id);
    return failed('The person did not agree. Nothing was written. Ask what to change before you try again.');
  };

  return () => {
    const mcp = new main.McpServer(
      { name: 'mettle', version: packageVersion() },
      {
        capabilities: { tools: {} },
        instructions: skills === null ? INSTRUCTIONS : `${INSTRUCTIONS} ${SKILLS}`,
        jsonSchemaValidator: { getValidator: boundedSchemaValidator },
      },
    );
    skills?.attach(mcp);
    const { server } = mcp;
    server.setRequestHandler('tools/list', () => ({ tools: list }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const { name, arguments: args = {} } = params;
      const outcome = await tools.call(name, args, { signal: context.mcpReq.signal });
      if (!outcome.ok) return failed(outcome.error);
      if (name !== 'commit') return text(outcome.value);
      try {
        return await commit(server, context);
      } catch (error) {
        return failed(error instanceof Error ? error.message : String(error));
      }
    });
    return server;
  };
}

/** Says what `commit` is and checks that it has no arguments; the work is done where the person can be asked. */
function commitTool(): Tool {
  return tool({
    name: 'commit',
    description:
      'Write the changes of the main sandbox to the folder. The person is shown them and asked first. Where they do not fit in one question, the answer says what remains: call commit again.',
    execute: () => null,
  });
}

/** Whether the client can put a question with a form to the person. */
function canAsk(server: Server, { mcpReq }: ServerContext, key: string): boolean {
  const envelope: Readonly<Record<string, unknown>> | undefined = mcpReq.envelope;
  const capabilities = (envelope?.[key] ?? server.getClientCapabilities()) as ClientCapabilities | undefined;
  const elicitation: unknown = capabilities?.elicitation;
  if (!isJsonObject(elicitation)) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

function text(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

function failed(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }], isError: true };
}
