import { isObject } from '../reading/parse-json'
import { onEachSystem, type Client } from './client'

const STORED_BY_CODE = 'Code/User/globalStorage'

/** What most clients write: `mcpServers`, a table of servers by their names. */
export const mcpServers: Client = {
  files: {
    'Claude Desktop': { own: onEachSystem('Claude/claude_desktop_config.json') },
    Cursor: { own: { home: ['.cursor/mcp.json'] }, inProject: ['.cursor/mcp.json'] },
    Windsurf: { own: { home: ['.codeium/windsurf/mcp_config.json'] } },
    Cline: {
      own: onEachSystem(
        `${STORED_BY_CODE}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`,
      ),
    },
    'Roo Code': {
      own: onEachSystem(`${STORED_BY_CODE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`),
      inProject: ['.roo/mcp.json'],
    },
    'Amazon Q': { own: { home: ['.aws/amazonq/mcp.json'] }, inProject: ['.amazonq/mcp.json'] },
    Kiro: { own: { home: ['.kiro/settings/mcp.json'] }, inProject: ['.kiro/settings/mcp.json'] },
    'LM Studio': { own: { home: ['.lmstudio/mcp.json'] } },
    'Copilot CLI': { own: { home: ['.copilot/mcp-config.json'] } },
  },
  entries: ({ mcpServers: servers }) => (isObject(servers) ? Object.entries(servers) : undefined),
}
