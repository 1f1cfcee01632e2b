import { isObject } from '../reading/parse-json'
import type { Client } from './client'
import { isEntry, rewrittenObject } from './read-entry'

/**
 * opencode and Crush: `mcp`, with the command as a list of words, `environment`, and `{env:NAME}`
 * for what a variable says.
 */
export const opencode: Client = {
  files: {
    opencode: {
      own: { config: ['opencode/opencode.json', 'opencode/opencode.jsonc'] },
      inProject: ['opencode.json', 'opencode.jsonc'],
    },
    Crush: {
      own: { config: ['crush/crush.json'] },
      inProject: ['crush.json', '.crush.json'],
    },
  },
  entries({ mcp }) {
    if (!isObject(mcp) || isObject(mcp.servers)) return undefined
    const entries = Object.entries(mcp)
    return entries.some(([, entry]) => isEntry(entry)) ? entries : undefined
  },
  entry: (entry) => rewrittenObject(entry, dollared),
}

/** `{env:NAME}` as `${env:NAME}`. */
const dollared = (text: string): string =>
  text.replace(/(?<!\$)\{((?:env|file):[^{}]+)\}/g, '${$1}')
