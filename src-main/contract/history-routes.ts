import { z } from 'zod'
import { HistoryFigures, HistoryStock, LogSource } from '../domain/bundle'
import { LOGGED } from '../domain/logged-queries'
import { ReportRow } from '../domain/catalog-import'
import { ToolId } from '../domain/tool'
import { Base, GoldenMapping } from './import-routes'
import { LoggedTool } from './logged-tool'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

export const LoggedQuery = z.object({
  id: z.string(),
  query: z.string(),
  tools: z.array(LoggedTool),
  /** Absent where it is not known when it was logged. */
  loggedAt: z.string().optional(),
  from: LogSource.optional(),
  /** A golden set that holds the same query, or nearly: what is learned from it is not to be measured with it. */
  golden: z.string().optional(),
})
export type LoggedQuery = z.infer<typeof LoggedQuery>

/** All logged queries that took just the same tools. */
export const LoggedBundle = z.object({
  tools: z.array(LoggedTool),
  queries: z.number().int(),
  /** When the first and the last of those were logged of which that is known. */
  first: z.string().optional(),
  last: z.string().optional(),
  undated: z.number().int(),
  synthetic: z.number().int(),
  /** One of its queries. */
  example: z.string(),
})
export type LoggedBundle = z.infer<typeof LoggedBundle>

/** The change that a request made, by which it can be undone as long as the app runs; absent where nothing changed. */
const Change = z.string().optional()

const Query = z.string().trim().min(1).max(LOGGED.longestQuery)
const Tools = z.array(ToolId).min(1).max(LOGGED.mostTools)
const Place = {
  search: SearchText,
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(1000).default(100),
}

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
      change: Change,
      base: Base,
    }),
  },
  /** Logs one query. @throws Problem `not-found` for a tool that is not in the catalog, `bad-input` where no more are kept. */
  'history.add': {
    input: z.object({
      dir: Dir,
      query: Query,
      tools: Tools,
    }),
    output: z.object({
      id: z.string(),
      /** Whether it was not there already. */
      isNew: z.boolean(),
      figures: HistoryFigures,
      change: Change,
    }),
  },
  /** A page of logged queries; the search looks at queries and tools. */
  'history.list': {
    input: z.object({
      dir: Dir,
      /** Only those of this tool. */
      tool: ToolId.optional(),
      /** Only those of just these tools. */
      bundle: Tools.optional(),
      ...Place,
      /** Those of which it is not known when they were logged come last. */
      sort: z.enum(['newest', 'oldest', 'query']).default('newest'),
    }),
    output: z.object({
      total: z.number().int(),
      rows: z.array(LoggedQuery),
      /** Of all, whatever is sought. */
      figures: HistoryFigures,
      stock: HistoryStock,
    }),
  },
  /** A page of bundles: logged queries by the tools that they took, together. */
  'history.bundles': {
    input: z.object({
      dir: Dir,
      ...Place,
      sort: z.enum(['queries', 'newest', 'oldest']).default('queries'),
    }),
    output: z.object({
      total: z.number().int(),
      rows: z.array(LoggedBundle),
      /** Of all, whatever is sought. */
      stock: HistoryStock,
    }),
  },
  /**
   * Changes a logged query or its tools. Where another says the same already, that one stays alone.
   * @throws Problem `not-found` where it is not there any more, or a new tool is not in the catalog.
   */
  'history.edit': {
    input: z.object({ dir: Dir, id: z.string(), query: Query, tools: Tools }),
    output: z.object({ id: z.string(), merged: z.boolean(), change: Change }),
  },
  /** Gives all logged queries of one bundle other tools; throws as `history.edit`. */
  'history.editBundle': {
    input: z.object({ dir: Dir, bundle: Tools, tools: Tools }),
    output: z.object({ edited: z.number().int(), merged: z.number().int(), change: Change }),
  },
  /** Removes those of the logged queries that are there: some by their ids, and all of some bundles. */
  'history.remove': {
    input: z.object({
      dir: Dir,
      ids: z.array(z.string()).max(1000).default([]),
      bundles: z.array(Tools).max(1000).default([]),
    }),
    output: z.object({ removed: z.number().int(), change: Change }),
  },
  'history.clear': {
    input: z.object({ dir: Dir }),
    output: z.object({ removed: z.number().int(), change: Change }),
  },
  /**
   * Takes back one of the last changes: what it removed is there again, what it added is not. What was changed again since
   * stays as it is. @throws Problem `not-found` where the app does not remember the change any more.
   */
  'history.undo': {
    input: z.object({ dir: Dir, change: z.string() }),
    output: z.object({
      restored: z.number().int(),
      removed: z.number().int(),
      /** Queries that were left as they are. */
      left: z.number().int(),
    }),
  },
  /**
   * Logs golden queries of a run with their golden tools: those named, or else all that were answered right.
   * They leak: a recipe that learns from them is not to be measured with them.
   */
  'history.addRun': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      /** At which cut-off a query was answered right; left out: the run’s largest. */
      k: z.number().int().min(1).optional(),
      queries: z.array(z.string()).min(1).max(1000).optional(),
      /** Counts without writing. */
      preview: z.boolean().default(false),
    }),
    output: z.object({
      goldenSet: z.string(),
      added: z.number().int(),
      /** There already with the same tools. */
      merged: z.number().int(),
      change: Change,
    }),
  },
}
