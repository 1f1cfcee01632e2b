import { isObject } from '../reading/parse-json'
import type { Client } from './client'

/** Zed: `context_servers` of its settings, written flat or with the command as an object. */
export const zed: Client = {
  files: {
    Zed: {
      own: {
        config: ['zed/settings.json'],
        home: ['.config/zed/settings.json'],
        roaming: ['Zed/settings.json'],
      },
      inProject: ['.zed/settings.json'],
    },
  },
  entries: ({ context_servers: servers }) =>
    isObject(servers) ? Object.entries(servers) : undefined,
  entry(entry) {
    const { command, source } = entry
    if (isObject(command)) {
      const { path = '', args = [], env = {} } = command
      return { ...entry, command: path, args, env }
    }
    return source === 'extension' || 'settings' in entry ? OF_EXTENSION : entry
  },
}

const OF_EXTENSION = 'its command is known to an extension of Zed alone'
