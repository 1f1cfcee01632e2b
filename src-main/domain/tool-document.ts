import { z } from 'zod'

/** The components of a tool document (Toolshed, section 3.1). */
export const Component = z.enum(['name', 'description', 'parameters', 'questions', 'topics'])
export type Component = z.infer<typeof Component>

export const COMPONENTS: readonly Component[] = Component.options

/** What is embedded unless an option says otherwise: parameters help to match words, but blur what a tool is about. */
export const EMBEDDED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'questions',
  'topics',
]
