import { z } from 'zod'
import { modelDescriptionOf } from '../../../domain/tool/catalog-tool'
import { parametersOf } from '../../../domain/tool/schema-parameters'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import { overTools } from '../../../pipeline/drafted'
import type { Documents, Kit } from '../../../pipeline/kit'
import { planAsIs } from '../../../pipeline/planning/as-is'
import { lexical } from '../../../pipeline/retrieval/lexical'
import { topK } from '../../../pipeline/selection/top-k'
import { pipe } from '../../../pipeline/stage'
import { recipe } from '../../../pipeline/recipes/recipe'
import { ASKED_AS_IS, LUCENE, providerOptions } from './options'

/**
 * What it indexes of a tool of an MCP server: names, server, title, description, and the names of
 * its arguments.
 */
const indexedText = (entry: CatalogTool): string => {
  const { tool } = entry
  const { name, server = '', title = '' } = tool
  const own = parametersOf(tool.parameters).parameters.filter(({ level }) => level === 1)
  const parts = [
    `mcp__${server}__${name}`,
    name,
    name,
    server,
    title,
    modelDescriptionOf(entry),
    ...own.map((parameter) => parameter.name).sort(),
  ]
  return parts.filter((part) => part.trim() !== '').join(' ')
}

const indexed = (kit: Kit): Documents<ToolId> => ({
  key: 'tools as Codex indexes them',
  pooling: 'best',
  ...overTools(kit, ({ tools }, ids) =>
    [...ids].flatMap((key) => {
      const entry = tools.get(key)
      return entry ? [{ key, text: indexedText(entry) }] : []
    }),
  ),
})

export const codex = recipe({
  id: 'codex-tool-search',
  title: 'Codex, BM25',
  summary:
    'What Codex finds by BM25: names stay in one piece, descriptions of arguments are not searched, eight tools are given.',
  source: 'OpenAI Codex, tool_search, with the crate bm25 2.3.2',
  simulates: {
    by: 'Codex',
    page: 'https://github.com/openai/codex/blob/01b752dc250fd2cf226cc4bfba91ea392b1b6342/codex-rs/core/src/tools/handlers/tool_search.rs',
    read: '2026-11-28',
    assumed: [
      ASKED_AS_IS,
      'Stems are those of Porter’s first algorithm, theirs of its second; equal scores, which they order at random, come by id.',
    ],
  },
  size: 'k',
  options: z.strictObject(providerOptions(8)),
  build(kit, { limit, ...options }) {
    const documents = kit.lexical(indexed(kit), ['bm25-crate'])
    const search = { ...LUCENE, depth: limit, countRepeats: true, among: kit.among(options) }
    return pipe(planAsIs()).to(lexical(documents, search)).to(topK())
  },
})
