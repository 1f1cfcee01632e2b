import type { JsonObject } from '../domain/tool/tool'

/** A tool as a chat model is told of it. */
export interface OfferedTool {
  name: string
  description: string
  /** JSON Schema of an object. */
  parameters: JsonObject
}

export interface ToolCallRequest {
  /** What the user asks for. */
  text: string
  tools: readonly OfferedTool[]
  /** Whether a model that can is to think first; it does not where left out. */
  think?: boolean
  signal: AbortSignal
  /** Called whenever there is a sign that the model works, on this request or on one before it. */
  onSign?: (() => void) | undefined
  /** Called once the first call is there, before the answer is whole. */
  onFirstCall?: () => void
}

/** A call that a model wants to be made: untrusted, its arguments held against no schema yet. */
export interface ToolCall {
  /** One of the tools that were offered. */
  name: string
  arguments: JsonObject
}

export interface ToolCallAnswer {
  /** In the order the model named them; none where it answered in words. */
  calls: ToolCall[]
  /** Calls left out: of a tool that was not offered, or whose arguments are no object. */
  dropped: number
  /** What the model said besides, as it gave it: untrusted, often empty. */
  text: string
  /**
   * As the server counts them: the definitions of the tools included, in the model's own template.
   */
  promptTokens: number
  answerTokens: number
  /** Set where the answer is not all the model had to say: why, in words. */
  fault?: string
}

/**
 * A chat model that is given a text and tool definitions, and says which it would call. Nothing is
 * ever executed.
 */
export interface ToolCaller {
  /**
   * @throws Problem `unavailable` with its fix; `bad-input` where text and definitions are more
   * than the model reads.
   */
  callTools(request: ToolCallRequest): Promise<ToolCallAnswer>
}
