export interface ChatMessage {
  role: string
  content: string
  images?: string[]
  tool_calls?: object[]
}

export interface OfferedTool {
  type: string
  function: { name: string; description?: string; parameters?: Record<string, unknown> }
}

/** A request to `/api/chat`, or one to `/api/generate` as a chat of one message. */
export interface FakeChat {
  model: string
  messages: ChatMessage[]
  tools: OfferedTool[]
  format: 'json' | Record<string, unknown> | undefined
  think: boolean | string | undefined
  stream: boolean
  truncate: boolean
  shift: boolean
  keepAlive: unknown
  /** Without a template; of a generation. */
  raw: boolean
  options: { num_ctx?: number; num_predict?: number; stop?: string[] } & Record<string, unknown>
}

/** What a model says to a chat, before the server makes lines of it. */
export interface Said {
  /** Token by token; may have no end. */
  tokens: Iterable<string>
  /** Said before, by a model that thinks. */
  thinking?: readonly string[]
  /** Calls it writes, of tools that were offered or not. */
  calls?: readonly { name: string; arguments: unknown }[]
}

export type Says = (chat: FakeChat) => Said
