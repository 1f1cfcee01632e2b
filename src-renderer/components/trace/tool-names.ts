/** What to show of tools by their id; ids that are not named here are shown themselves. */
export type ToolNames = Readonly<Record<string, { name: string; server?: string }>>

/** A tool's name and server; an id that is not named stands for itself. */
export const nameOf = (id: string, names: ToolNames = {}): { name: string; server?: string } =>
  (Object.hasOwn(names, id) ? names[id] : undefined) ?? { name: id }
