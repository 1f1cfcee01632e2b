import type { JsonObject } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import type { Client } from './client'
import { entriesOf, isText, textsByName, textsIn } from './read-entry'

/** Codex, and others that write `mcp_servers`: a table, or a list of servers that have names. */
export const codex: Client = {
  files: {
    Codex: {
      own: { home: ['.codex/config.toml'] },
      inProject: ['.codex/config.toml'],
    },
  },
  entries: ({ mcp_servers: servers }) => entriesOf(servers),
  entry({ env_vars: passed, http_headers: said, env_http_headers: named, ...entry }) {
    const token = entry.bearer_token_env_var
    const headers = {
      ...textsByName(entry.headers),
      ...textsByName(said),
      ...variables(Object.entries(textsByName(named))),
      ...(isText(token) && { Authorization: `Bearer \${${token}}` }),
    }
    const names = Array.isArray(passed)
      ? passed.flatMap((each) => textsIn(isObject(each) ? each.name : each))
      : []
    const env = { ...variables(names.map((name) => [name, name])), ...textsByName(entry.env) }
    return { ...entry, headers, env }
  },
}

/** Each as the variable says whose name is given. */
const variables = (names: readonly (readonly [string, string])[]): JsonObject =>
  Object.fromEntries(names.map(([name, variable]) => [name, `\${${variable}}`]))
