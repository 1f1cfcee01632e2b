/** What both variants of Anthropic’s tool search rest on. */
export const ANTHROPIC = {
  source: 'Anthropic, Tool search tool (BM25 and regex variants of 2025-11-19)',
  simulates: {
    by: 'Anthropic',
    page: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool',
    read: '2026-09-26',
  },
} as const
