import { z } from 'zod'
import { AuthorLayer, CatalogTool, ImportedFields, ToolId, Visibility } from '../domain/tool'
import { Dir } from './workspace-routes'

/** Longer texts are no description that an agent could be sent. */
const Description = z.string().max(100_000)
const Name = z.string().max(1_000)
const Tag = z.string().trim().min(1).max(200)

/** What of a tool is written by hand. */
const Fields = ImportedFields.extend({ name: Name, description: Description })
  .partial()
  .extend({ server: Name.nullable().optional() })

/** A tool after an edit. */
const EditedTool = z.object({
  entry: CatalogTool,
  /** The name of the edit, for `catalog.undo`; absent where nothing was changed. */
  edit: z.string().optional(),
  /** What is worth knowing of the tool as it is now, such as a name that a provider refuses. */
  notices: z.array(z.string()),
})

/** An edit and how many tools it changed; without a name where that is none. */
const EditedTools = z.object({ edit: z.string().optional(), changed: z.number().int() })

/** An edit by its name. It is kept by the program that made it, with the last 200 others, until that ends. */
const OfEdit = z.object({ dir: Dir, edit: z.string() })

const Undone = z.object({
  changed: z.number().int(),
  /** A tool that it changed and that is there now, to be shown. */
  tool: ToolId.optional(),
})

/** What people write of tools by hand. Every edit is one commit, and can be undone. */
export const editingRoutes = {
  /** Makes a tool. Its id is its name, behind that of its server; it stays when these change. */
  'catalog.create': {
    input: z.object({
      dir: Dir,
      fields: Fields.required({ name: true }),
      layer: AuthorLayer.pick({ tags: true, visibility: true }).optional(),
    }),
    output: EditedTool,
  },
  /** Makes a tool like another, under a name of its own, with what its author wrote. */
  'catalog.duplicate': {
    input: z.object({ dir: Dir, id: ToolId, name: Name.optional() }),
    output: EditedTool,
  },
  /**
   * Changes the fields named. `base` are the same fields as the editor read them: where one is something else by now, it is a
   * `conflict`. What an import says of them is kept beside them, and a later import changes what is said here only if that is
   * chosen in its preview. A field that says what the import says is not by hand any more.
   */
  'catalog.edit': {
    input: z.object({ dir: Dir, id: ToolId, fields: Fields, base: Fields.optional() }),
    output: EditedTool,
  },
  /** What is wrong with a tool as it would be, and what is worth knowing of it. Writes nothing. */
  'catalog.checkTool': {
    input: z.object({ dir: Dir, id: ToolId.optional(), fields: Fields }),
    output: z.object({ fault: z.string().optional(), notices: z.array(z.string()) }),
  },
  /** Changes many tools alike. Tags and visibility are the author's; a server is changed as by `catalog.edit`. */
  'catalog.change': {
    input: z.object({
      dir: Dir,
      ids: z.array(ToolId).min(1),
      change: z.object({
        addTags: z.array(Tag).max(100).optional(),
        removeTags: z.array(Tag).max(100).optional(),
        /** `null`: as imported. */
        visibility: Visibility.nullable().optional(),
        /** `null`: none. */
        server: Name.nullable().optional(),
      }),
    }),
    output: EditedTools,
  },
  'catalog.remove': {
    input: z.object({ dir: Dir, ids: z.array(ToolId).min(1) }),
    output: z.object({ removed: z.number().int(), edit: z.string().optional() }),
  },
  /**
   * Puts back what an edit changed, all of it or nothing. Where anybody changed the same since, an import or another program
   * included, it is a `conflict`; `not-found` where the edit is not kept any more.
   */
  'catalog.undo': { input: OfEdit, output: Undone },
  /** Does an edit that was undone again, by the same rules. */
  'catalog.redo': { input: OfEdit, output: Undone },
}
