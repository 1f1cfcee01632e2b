import type { LogShape } from './log-shape'
import { claudeCode } from './shapes/claude-code'
import { gemini } from './shapes/gemini'
import { messageLines } from './shapes/message-lines'
import { messages } from './shapes/messages'
import { openaiResponses } from './shapes/openai-responses'
import { openTelemetry } from './shapes/opentelemetry'
import { sharegpt } from './shapes/sharegpt'

/** How logs are written that can be read; the first that fits an entry reads it. */
export const LOG_SHAPES: readonly LogShape[] = [
  claudeCode,
  openTelemetry,
  messageLines,
  messages,
  gemini,
  sharegpt,
  openaiResponses,
]

/** What can be read, for people. */
export const LOG_TITLES = LOG_SHAPES.map(({ title }) => title).join(', ')
