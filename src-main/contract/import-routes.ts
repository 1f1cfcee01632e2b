import { z } from 'zod'
import {
  CatalogChange,
  ChangeKind,
  ClashChoices,
  ImportClashes,
  ImportedGoldenSet,
  ReportRow,
  ToolChange,
} from '../domain/catalog-import'
import { ToolId } from '../domain/tool'
import { WorkspaceInfo } from '../domain/workspace'
import { Dir, Name } from './workspace-routes'

const ColumnMapping = z.object({
  name: z.string(),
  description: z.string().optional(),
  parameters: z.string().optional(),
  tags: z.string().optional(),
  server: z.string().optional(),
})

/** Which column of a table of golden queries holds what. */
export const GoldenMapping = z.object({
  query: z.string(),
  tools: z.string(),
  id: z.string().optional(),
  relevance: z.string().optional(),
  split: z.string().optional(),
  tags: z.string().optional(),
  none: z.string().optional(),
  turns: z.string().optional(),
  calls: z.string().optional(),
})

/** Stands for what a preview was worked out against, to be handed back when its import is committed. */
export const Base = z.string()

/** What an import does, or did. */
const Outcome = z.object({
  format: z.string(),
  change: CatalogChange,
  clashes: ImportClashes,
  /** The name of its changes, for `import.changes`. */
  changes: z.string(),
  goldenSets: z.array(ImportedGoldenSet),
  bundles: z.number().int(),
  report: z.array(ReportRow),
})

const ImportInput = z.object({
  /** What `files.begin` or `files.append` gave; in the terminal also a file or folder on this machine. */
  path: z.string().min(1),
  /** Left out: the format is detected. */
  format: z.string().optional(),
  mapping: ColumnMapping.optional(),
  server: z.string().optional(),
  clashes: ClashChoices.prefault({}),
})

export const importRoutes = {
  'import.formats': {
    input: z.object({}),
    output: z.object({
      imports: z.array(z.object({ id: z.string(), title: z.string() })),
      exports: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  },
  /** Reads the files and says what importing them would do. Writes nothing. */
  'import.preview': {
    /** Without `dir`: what importing into a new workspace would do. */
    input: ImportInput.extend({ dir: Dir.optional() }),
    output: Outcome.extend({
      /** All formats the files could be, likeliest first. */
      candidates: z.array(z.object({ id: z.string(), title: z.string(), confidence: z.number() })),
      tools: z.number().int(),
      base: Base,
    }),
  },
  /**
   * A page of the tools that an import does something to, with the texts of what changes before and after.
   * @throws Problem `not-found` for an import that was not among the last few.
   */
  'import.changes': {
    input: z.object({
      changes: z.string(),
      kind: ChangeKind,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(100).default(20),
    }),
    output: z.object({ total: z.number().int(), rows: z.array(ToolChange) }),
  },
  /** A table's header and first rows, and the columns that seem to hold what the import takes, by field. */
  'import.columns': {
    input: z.object({
      path: z.string().min(1),
      kind: z.enum(['catalog', 'golden-set']).default('catalog'),
    }),
    output: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      mapping: z.union([ColumnMapping.partial().strict(), GoldenMapping.partial().strict()]),
    }),
  },
  /** Imports in one commit. What an author wrote stays, unless `clashes` says otherwise. */
  'import.commit': {
    input: ImportInput.extend({
      dir: Dir,
      /**
       * The name of a workspace to make at `dir`. It is made once the files have been read, and removed again where writing
       * them fails.
       */
      create: Name.optional(),
      /** Of the preview: where the folder holds anything else by now, nothing is imported. Left out: whatever is there. */
      base: Base.optional(),
      /** Whether tools that the files no longer hold are removed; their golden labels and author's layers are kept. */
      removeMissing: z.boolean().default(false),
    }),
    output: Outcome.extend({
      workspace: WorkspaceInfo,
      /** Set where no tool depends on another, and nobody has decided yet on edges that are proposed. */
      offersEdges: z.literal(true).optional(),
    }),
  },
  /**
   * Adds golden sets from CSV, JSON or message logs: one per file, or one per split. A set of the same name is replaced only
   * if `replace`.
   */
  'golden.import': {
    input: z.object({
      dir: Dir,
      path: z.string().min(1),
      /** The set's name; where there are several, what their names begin with. */
      name: z.string().trim().min(1).max(100).optional(),
      replace: z.boolean().default(false),
      /** For tables; left out: as their headers and cells look. */
      mapping: GoldenMapping.optional(),
      /** Of the preview: where the folder holds anything else by now, nothing is imported. Left out: whatever is there. */
      base: Base.optional(),
      /** Reads and reports without writing. */
      preview: z.boolean().default(false),
    }),
    output: z.object({
      format: z.string(),
      goldenSets: z.array(ImportedGoldenSet),
      sample: z.array(z.object({ text: z.string(), tools: z.array(ToolId) })),
      report: z.array(ReportRow),
      base: Base,
    }),
  },
  /** Begins handing in files piece by piece; the folder's name is then a `path`. */
  'files.begin': { input: z.object({}), output: z.object({ folder: z.string() }) },
  'files.append': {
    input: z.object({
      folder: z.string(),
      path: z.string().min(1).max(1000),
      /** Base64 of at most 4 MiB. */
      bytes: z.string().max(6_000_000),
    }),
    output: z.object({ path: z.string() }),
  },
  /** A piece of a file that an export made. */
  'files.read': {
    input: z.object({ file: z.string(), offset: z.number().int().min(0) }),
    output: z.object({ bytes: z.string(), next: z.number().int().optional() }),
  },
}
