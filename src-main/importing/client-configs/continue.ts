import { isObject } from '../reading/parse-json'
import type { Client } from './client'
import { entriesOf, rewrittenObject } from './read-entry'

/**
 * Continue: `mcpServers` as a list, `${{ secrets.NAME }}` for what a secret says; and the list of
 * its earlier JSON.
 */
export const continueDev: Client = {
  files: {
    Continue: {
      own: { home: ['.continue/config.yaml', '.continue/config.json'] },
    },
  },
  entries({ mcpServers, experimental }) {
    const earlier = isObject(experimental) ? experimental.modelContextProtocolServers : undefined
    return [mcpServers, earlier].filter(Array.isArray).map(entriesOf)[0]
  },
  entry: (entry) => rewrittenObject(entry, named),
}

/** `${{ secrets.NAME }}` as `${NAME}`. */
const named = (text: string): string =>
  text.replace(/\$\{\{\s*(?:secrets|inputs)\.(\w+)\s*\}\}/g, (_, name: string) => `\${${name}}`)
