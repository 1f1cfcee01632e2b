import { lastPart } from './read-entry'
import { isObject } from '../reading/parse-json'
import type { Client, NamedEntry } from './client'

/**
 * Claude Code: `mcpServers` for all projects, and in `~/.claude.json` those of each project, by its
 * folder.
 */
export const claudeCode: Client = {
  files: {
    'Claude Code': {
      own: { home: ['.claude.json'] },
      inProject: ['.mcp.json'],
    },
  },
  entries({ mcpServers, projects }) {
    if (!isObject(projects)) return undefined
    const named = new Map<string, NamedEntry[1]>(
      isObject(mcpServers) ? Object.entries(mcpServers) : [],
    )
    for (const [folder, project] of Object.entries(projects)) {
      const own = isObject(project) && isObject(project.mcpServers) ? project.mcpServers : {}
      for (const [name, entry] of Object.entries(own)) {
        const free = [name, `${name} of ${lastPart(folder)}`, `${name} of ${folder}`]
        const unused = free.find((each) => !named.has(each))
        if (unused !== undefined)
          named.set(unused, isObject(entry) ? { cwd: folder, ...entry } : entry)
      }
    }
    return [...named]
  },
}
