import { z } from 'zod'
import { HistoryFigures } from '../domain/bundle'
import { LOGGED } from '../domain/logged-queries'
import { ReportRow } from '../domain/catalog-import'
import { ToolId } from '../domain/tool'
import { Base, GoldenMapping } from './import-routes'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

/** A tool that a logged query names. */
const LoggedTool = z.object({
  tool: ToolId,
  name: z.string(),
  server: z.string().optional(),
  isInCatalog: z.boolean(),
})

export const LoggedQuery = z.object({
  id: z.string(),
  query: z.string(),
  tools: z.array(LoggedTool),
})
export type LoggedQuery = z.infer<typeof LoggedQuery>

/** Logged queries: what was asked before, with the tools that it took. */
export const historyRoutes = {
  /** Adds logged queries from CSV, JSON or message logs. Those that are there already are merged. */
  'history.import': {
    input: z.object({
      dir: Dir,
      path: z.string().min(1),
      /** For tables; left out: as their headers and cells look. */
      mapping: GoldenMapping.optional(),
      /** Of the preview: where the folder holds anything else by now, nothing is imported. Left out: whatever is there. */
      base: Base.optional(),
      /** Reads and reports without writing. */
      preview: z.boolean().default(false),
    }),
    output: z.object({
      format: z.string(),
      added: z.number().int(),
      /** Queries of the files that are there already with the same tools, or come twice. */
      merged: z.number().int(),
      sample: z.array(z.object({ text: z.string(), tools: z.array(ToolId) })),
      report: z.array(ReportRow),
      /** Of all that is logged by then. */
      figures: HistoryFigures,
      base: Base,
    }),
  },
  /** Logs one query. @throws Problem `not-found` for a tool that is not in the catalog, `bad-input` where no more are kept. */
  'history.add': {
    input: z.object({
      dir: Dir,
      query: z.string().trim().min(1).max(LOGGED.longestQuery),
      tools: z.array(ToolId).min(1).max(LOGGED.mostTools),
    }),
    output: z.object({
      id: z.string(),
      /** Whether it was not there already. */
      isNew: z.boolean(),
      figures: HistoryFigures,
    }),
  },
  /** A page of logged queries, in the order of their ids. */
  'history.list': {
    input: z.object({
      dir: Dir,
      /** Only those of this tool. */
      tool: ToolId.optional(),
      search: SearchText,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
    output: z.object({
      total: z.number().int(),
      queries: z.array(LoggedQuery),
      /** Of all, whatever is sought. */
      figures: HistoryFigures,
      /** Logged queries none of whose tools is in the catalog: nothing is learned from them. */
      useless: z.number().int(),
    }),
  },
  /** Removes those of the logged queries that are there. */
  'history.remove': {
    input: z.object({ dir: Dir, ids: z.array(z.string()).min(1).max(1000) }),
    output: z.object({ removed: z.number().int() }),
  },
  'history.clear': {
    input: z.object({ dir: Dir }),
    output: z.object({ removed: z.number().int() }),
  },
}
