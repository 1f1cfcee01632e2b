import { z } from 'zod'
import { Bundle } from './bundle'
import { GoldenSet } from './golden-set'
import { AuthorLayer, Tool, ToolId } from './tool'

/** One line of an import report: an entry skipped or altered, or something to know about a file. */
export const ReportRow = z.object({
  outcome: z.enum(['skipped', 'altered', 'notice']),
  /** Where: file and line, or file and the entry's position, as a person would look it up. */
  where: z.string(),
  /** The entry's name, where it has one. */
  entry: z.string().optional(),
  why: z.string(),
  fix: z.string().optional(),
  /** How many entries the row stands for, where it stands for several. */
  entries: z.number().int().optional(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** What an importer makes of its files, before anything is written. */
export const CatalogImport = z.object({
  format: z.string(),
  tools: z.array(Tool),
  goldenSets: z.array(GoldenSet),
  bundles: z.array(Bundle),
  /** Author's layers by tool id, where the format carries them. */
  layers: z.record(z.string(), AuthorLayer).optional(),
  report: z.array(ReportRow),
})
export type CatalogImport = z.infer<typeof CatalogImport>

/** What an import would do to the catalog that is there. */
export const CatalogChange = z.object({
  added: z.array(ToolId),
  changed: z.array(z.object({ id: ToolId, fields: z.array(z.string()) })),
  removed: z.array(ToolId),
  unchanged: z.number().int(),
})
export type CatalogChange = z.infer<typeof CatalogChange>
