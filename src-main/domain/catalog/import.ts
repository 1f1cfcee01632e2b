import { z } from 'zod'
import { Bundle } from '../query/bundle'
import { GoldenSet } from '../query/golden-set'
import { FieldWeightsRecord } from '../recipe/field-weights'
import { AuthorLayer, Tool, ToolId } from '../tool/tool'
import { byName } from '../value/by-name'
import { ImportAccount } from './import-account'

/** An entry that a report tells of. */
export const ReportedEntry = z.object({
  /** Where: file and line, or file and the entry's position, as a person would look it up. */
  where: z.string(),
  /** The entry's name, where it has one. */
  entry: z.string().optional(),
})
export type ReportedEntry = z.infer<typeof ReportedEntry>

/** One line of an import report: entries skipped or altered, or something to know about a file. */
export const ReportRow = ReportedEntry.extend({
  outcome: z.enum(['skipped', 'altered', 'notice']),
  why: z.string(),
  fix: z.string().optional(),
  /** How many entries the row stands for, where it stands for several. */
  entries: z.number().int().optional(),
  /** The first of several entries, that of the row itself before all others. */
  first: z.array(ReportedEntry).optional(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** What an importer makes of its files, before anything is written. */
export const CatalogImport = z.object({
  format: z.string(),
  tools: z.array(Tool),
  goldenSets: z.array(GoldenSet),
  bundles: z.array(Bundle),
  /** Author's layers by tool id, where the format carries them. */
  layers: byName(AuthorLayer).optional(),
  /** Weights of fields that were published with the data. */
  fieldWeights: z.array(FieldWeightsRecord).optional(),
  /**
   * Whether the files say which servers their tools are of, rather than a person who names one for
   * all.
   */
  saysServers: z.boolean().optional(),
  account: ImportAccount,
  report: z.array(ReportRow),
})
export type CatalogImport = z.infer<typeof CatalogImport>

/**
 * A field that an import changes, as texts to be read; of long ones, what is around the difference.
 */
export const FieldChange = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type FieldChange = z.infer<typeof FieldChange>

/** What an import does to one tool. */
export const ToolChange = z.object({
  id: ToolId,
  /** The tool's id in the files, or that of the other tool, where there are two. */
  as: ToolId.optional(),
  /** The beginning of its description. */
  description: z.string(),
  fields: z.array(FieldChange),
})
export type ToolChange = z.infer<typeof ToolChange>

/** How many tools an import does something to, and the first of them. */
export const ToolChanges = z.object({ total: z.number().int(), first: z.array(ToolChange) })
export type ToolChanges = z.infer<typeof ToolChanges>

/** What an import does to the catalog that is there. */
export const CatalogChange = z.object({
  added: ToolChanges,
  changed: ToolChanges,
  /** In the catalog, of a server of the files, and not in the files. */
  removed: ToolChanges,
  unchanged: z.number().int(),
})
export type CatalogChange = z.infer<typeof CatalogChange>

/** What to do where an import meets something of its name; the defaults lose nothing. */
export const ClashChoices = z.object({
  sameName: z.enum(['auto', 'both', 'replace']).default('auto').meta({
    title: 'choice',
    description:
      'where another source’s tool has the name: keep both, replace it, or decide by how much is alike',
  }),
  goldenSets: z.enum(['both', 'replace']).default('both').meta({
    title: 'choice',
    description:
      'where a golden set of other queries has the name: keep both, one under another name, or replace it',
  }),
  renames: z.enum(['sure', 'likely', 'none']).default('sure').meta({
    title: 'choice',
    description:
      'where a tool is gone and another seems to be it under a new name: it keeps labels, texts and edges if both say the very same, if that is likely, or never',
  }),
  layers: z.enum(['keep', 'replace']).default('keep').meta({
    title: 'choice',
    description:
      'where your author’s layer, or what you changed by hand, says something else: keep it, or replace it',
  }),
})
export type ClashChoices = z.infer<typeof ClashChoices>

/** Where an import met something that was there. */
export const ImportClashes = z.object({
  /**
   * Tools that stood here without the server that the files name, or the other way round. They keep
   * their id.
   */
  recognised: ToolChanges,
  /** Tools here whose name another tool of the files has as well; that one comes in under `as`. */
  beside: ToolChanges,
  /**
   * Tools of which the files say something else than what was written here, in an author's layer or
   * in place of what was imported.
   */
  layers: ToolChanges,
  /** Tools that have another name in the files, and keep their id, labels, texts and edges. */
  renamed: ToolChanges,
  /** Tools that are likely to have another name in the files, which comes in as a new one. */
  likelyRenamed: ToolChanges,
  /** Author's layers that the files add, or add fields to. */
  layersAdded: z.number().int(),
})
export type ImportClashes = z.infer<typeof ImportClashes>

/**
 * The tools that an import does something to, by what that is: each may be looked through page by
 * page.
 */
export const ChangeKind = z.enum([
  'added',
  'changed',
  'removed',
  'recognised',
  'beside',
  'renamed',
  'likelyRenamed',
  'layers',
])
export type ChangeKind = z.infer<typeof ChangeKind>

/** A golden set of an import. */
export const ImportedGoldenSet = z.object({
  /** Under which it is kept here. */
  name: z.string(),
  queries: z.number().int(),
  /** Whether a golden set of this name is there and is replaced. */
  replaces: z.boolean(),
  /** Its name in the files, where a golden set here has that name and holds something else. */
  renamedFrom: z.string().optional(),
})
export type ImportedGoldenSet = z.infer<typeof ImportedGoldenSet>
