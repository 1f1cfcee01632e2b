import type { McpClient } from './client-lines'

/** Where a limit is told in public, and the month in which that was written. */
interface Told {
  source: string
  asOf: string
}

/** What a client takes at most. */
export interface ClientLimit extends Told {
  most: number
  /** What becomes of more, as a sentence without its end, where the source says so. */
  beyond?: string
}

/** How long a tool's name may be, with what the client puts before it. */
interface NameLimit extends ClientLimit {
  /** What is put before it, with `SERVER` for the server's name. */
  prefix: string
  /** The prefix is cut at so many characters. */
  longestPrefix?: number
}

export interface AnswerLimit extends ClientLimit {
  unit: 'tokens' | 'characters' | 'bytes'
}

/** What is known of a client; what no source tells is left out. */
export interface ClientLimits {
  /** Characters of a server's instructions. */
  instructions?: ClientLimit
  /** Characters of a tool's description. */
  description?: ClientLimit
  name?: NameLimit
  /** Tools of all servers together. */
  tools?: ClientLimit
  /** Answers beyond this are warned of. */
  answerWarned?: AnswerLimit
  answer?: AnswerLimit
  /** Of an answer that has both: which one its model is given. */
  reads?: Told & { content: 'structured content' | 'text' }
  /** Seconds until a server has to be there. */
  start?: ClientLimit
  /** Seconds that a call may take. */
  call?: ClientLimit
}

const CLAUDE_CODE_DOCS = 'https://code.claude.com/docs/en/mcp'
const REQUEST_REFUSED = 'the request is refused'
const REST_CUT = 'the rest is cut'
const KEPT_IN_FILE = 'it is put into a file, which the model is told of'

/**
 * What clients take, as documentation, source or issues of theirs say in public. Clients change:
 * look a limit up anew before you rely on it, and write the month beside it.
 */
export const CLIENT_LIMITS: Readonly<Record<McpClient, ClientLimits>> = {
  'claude-desktop': {
    answer: {
      most: 1_000_000,
      unit: 'bytes',
      beyond: 'it is refused',
      source: 'https://github.com/anthropics/claude-code/issues/66519',
      asOf: '2026-06',
    },
    call: {
      most: 240,
      beyond: 'the call is given up',
      source: 'https://github.com/anthropics/claude-code/issues/65643',
      asOf: '2026-06',
    },
  },
  'claude-code': {
    instructions: { most: 2048, beyond: REST_CUT, source: CLAUDE_CODE_DOCS, asOf: '2026-07' },
    description: { most: 2048, beyond: REST_CUT, source: CLAUDE_CODE_DOCS, asOf: '2026-07' },
    name: {
      most: 64,
      prefix: 'mcp__SERVER__',
      beyond: REQUEST_REFUSED,
      source: 'https://github.com/anthropics/claude-code/issues/20643',
      asOf: '2026-01',
    },
    answerWarned: { most: 10_000, unit: 'tokens', source: CLAUDE_CODE_DOCS, asOf: '2026-07' },
    answer: {
      most: 25_000,
      unit: 'tokens',
      beyond: KEPT_IN_FILE,
      source: CLAUDE_CODE_DOCS,
      asOf: '2026-07',
    },
    reads: {
      content: 'structured content',
      source: 'https://github.com/anthropics/claude-code/issues/79944',
      asOf: '2026-09',
    },
    start: {
      most: 60,
      beyond: 'the server is given up, whatever MCP_TIMEOUT says',
      source: 'https://github.com/anthropics/claude-code/issues/16837',
      asOf: '2026-01',
    },
  },
  cursor: {
    name: {
      most: 59,
      prefix: 'SERVER',
      beyond: 'the tool is left out',
      source: 'https://github.com/ComposioHQ/composio/issues/2788',
      asOf: '2026-02',
    },
    tools: {
      most: 80,
      beyond: 'Cursor warns of it',
      source: 'https://github.com/Snowflake-Labs/mcp/issues/77',
      asOf: '2025-09',
    },
  },
  vscode: {
    name: {
      most: 64,
      prefix: 'mcp_SERVER_',
      longestPrefix: 18,
      source:
        'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpTypes.ts',
      asOf: '2026-01',
    },
    tools: {
      most: 128,
      beyond: REQUEST_REFUSED,
      source: 'https://github.com/microsoft/vscode/issues/337428',
      asOf: '2026-09',
    },
    reads: {
      content: 'structured content',
      source:
        'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts',
      asOf: '2026-01',
    },
  },
  codex: {
    name: {
      most: 64,
      prefix: 'mcp__SERVER__',
      beyond: 'it is shortened and ends in a hash',
      source: 'https://github.com/openai/codex/blob/main/codex-rs/codex-mcp/src/tools.rs',
      asOf: '2026-06',
    },
    answer: {
      most: 10_000,
      unit: 'bytes',
      beyond: 'its middle is cut out, with some models',
      source: 'https://github.com/openai/codex/issues/7906',
      asOf: '2025-12',
    },
    reads: {
      content: 'structured content',
      source: 'https://github.com/openai/codex/pull/2594',
      asOf: '2025-08',
    },
    start: {
      most: 10,
      beyond: 'the server is given up, unless startup_timeout_sec says otherwise',
      source: 'https://github.com/openai/codex/issues/11851',
      asOf: '2026-02',
    },
    call: {
      most: 60,
      beyond: 'the call is given up, unless tool_timeout_sec says otherwise',
      source: 'https://github.com/openai/codex/pull/3959',
      asOf: '2025-09',
    },
  },
  goose: {
    tools: {
      most: 50,
      beyond: 'goose advises against it',
      source: 'https://block.github.io/goose/docs/mcp/extension-manager-mcp',
      asOf: '2026-01',
    },
    answer: {
      most: 200_000,
      unit: 'characters',
      beyond: KEPT_IN_FILE,
      source:
        'https://github.com/block/goose/blob/main/crates/goose/src/agents/large_response_handler.rs',
      asOf: '2026-01',
    },
  },
  other: {},
}
