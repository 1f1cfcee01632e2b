import { anyClient } from './any-client'
import { claudeCode } from './claude-code'
import type { Client, UnreadFile } from './client'
import { codex } from './codex'
import { continueDev } from './continue'
import { docker } from './docker'
import { gemini } from './gemini'
import { goose } from './goose'
import { mcpServers } from './mcp-servers'
import { opencode } from './opencode'
import { publishedServer } from './published-server'
import { vscode } from './vscode'
import { zed } from './zed'

/** The first that knows a file reads it, and the last is for files that nobody knows. */
export const CLIENTS: readonly Client[] = [
  claudeCode,
  gemini,
  mcpServers,
  vscode,
  opencode,
  zed,
  codex,
  goose,
  continueDev,
  anyClient,
]

export const UNREAD_FILES: readonly UnreadFile[] = [docker, publishedServer]
