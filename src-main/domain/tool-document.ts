import { z } from 'zod'

/** The components of a tool document: Toolshed's five (section 3.1), allowed values of parameters, the server's name. */
export const Component = z.enum([
  'name',
  'description',
  'parameters',
  'questions',
  'topics',
  'values',
  'server',
])
export type Component = z.infer<typeof Component>

export const COMPONENTS: readonly Component[] = Component.options

/**
 * What words are matched with unless an option says otherwise. Values and server stay out, as Recall@5 must lose on no set:
 * values give the demo +1.3 points in hybrid and take 0.3 from ToolLinkOS' seeded fifth; the server takes 0.3 from
 * the demo. ToolE, Seal-Tools and RecTools have neither.
 */
export const MATCHED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'parameters',
  'questions',
  'topics',
]

/** What is embedded unless an option says otherwise: parameters help to match words, but blur what a tool is about. */
export const EMBEDDED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'questions',
  'topics',
]
