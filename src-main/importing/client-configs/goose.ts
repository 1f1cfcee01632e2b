import { isObject } from '../reading/parse-json'
import type { Client } from './client'
import { isText, textsByName, textsIn } from './read-entry'

const TYPES = ['stdio', 'sse', 'streamable_http']
/** What goose brings itself, which is no server. */
const ITS_OWN = ['builtin', 'platform', 'frontend', 'inline_python']

/** goose: `extensions`, with `cmd`, `envs` and `uri`, and `env_keys` for what its keyring holds. */
export const goose: Client = {
  files: {
    goose: {
      own: {
        config: ['goose/config.yaml'],
        home: ['.config/goose/config.yaml'],
        roaming: ['Block/goose/config/config.yaml'],
      },
    },
  },
  entries({ extensions }) {
    if (!isObject(extensions)) return undefined
    const typed = Object.entries(extensions).flatMap(([name, each]) =>
      isObject(each) && isText(each.type) ? [{ name, each, type: each.type }] : [],
    )
    if (!typed.some(({ type }) => [...TYPES, ...ITS_OWN].includes(type))) return undefined
    return typed.flatMap(({ name, each, type }) => (ITS_OWN.includes(type) ? [] : [[name, each]]))
  },
  entry({ cmd, envs, env_keys: keys, ...entry }) {
    const env = {
      ...Object.fromEntries(textsIn(keys).map((name) => [name, `\${${name}}`])),
      ...textsByName(envs),
    }
    return { ...entry, ...(cmd !== undefined && { command: cmd }), env }
  },
}
