import { anthropic } from './formats/anthropic'
import { anyList } from './formats/any-list'
import { bedrock } from './formats/bedrock'
import { csv } from './formats/csv'
import { gemini } from './formats/gemini'
import { mcp } from './formats/mcp'
import { messageLog } from './formats/message-log'
import { openai } from './formats/openai'
import { pegboard } from './formats/pegboard'
import type { ImportFormat } from './import-format'

/** The formats that can be imported without any feature. Of equally sure ones the earlier wins. */
export const CORE_FORMATS: readonly ImportFormat[] = [
  pegboard,
  openai,
  anthropic,
  bedrock,
  gemini,
  mcp,
  anyList,
  messageLog,
  csv,
]
