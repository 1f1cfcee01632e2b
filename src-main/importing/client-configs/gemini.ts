import { isObject } from '../reading/parse-json'
import type { Client } from './client'
import { rewrittenObject } from './read-entry'

const PLACE = /(^|[\\/])\.(gemini|qwen)[\\/]settings\.json$/

/**
 * Gemini CLI, and Qwen Code, which comes of it: `httpUrl` beside `url`, and `$NAME` for what a
 * variable says.
 */
export const gemini: Client = {
  files: {
    'Gemini CLI': {
      own: { home: ['.gemini/settings.json'] },
      inProject: ['.gemini/settings.json'],
    },
    'Qwen Code': {
      own: { home: ['.qwen/settings.json'] },
      inProject: ['.qwen/settings.json'],
    },
  },
  entries({ mcpServers }, path) {
    if (!isObject(mcpServers)) return undefined
    const entries = Object.entries(mcpServers)
    const isOwn = entries.some(([, entry]) => isObject(entry) && 'httpUrl' in entry)
    return isOwn || PLACE.test(path) ? entries : undefined
  },
  entry: (entry) => rewrittenObject(entry, braced),
}

/** `$NAME` as `${NAME}`. */
const braced = (text: string): string =>
  text.replace(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`)
