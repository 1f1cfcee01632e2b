import { z } from 'zod'

/**
 * The components of a tool document: Toolshed's five (section 3.1), allowed values of parameters, the server's name, and
 * the structured fields of Tool-REX (arXiv 2510.22670): when to use a tool, its limits, its tags.
 */
export const Component = z.enum([
  'name',
  'description',
  'whenToUse',
  'limits',
  'parameters',
  'questions',
  'topics',
  'tags',
  'values',
  'server',
])
export type Component = z.infer<typeof Component>

export const COMPONENTS: readonly Component[] = Component.options

/** What a tool document is made of in Toolshed, section 3.1. */
export const TOOLSHED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'parameters',
  'questions',
  'topics',
]

/**
 * What words are matched with unless an option says otherwise. Values and server stay out, as Recall@5 must lose on no set:
 * values give the demo +1.3 points in hybrid and take 0.3 from ToolLinkOS' seeded fifth; the server takes 0.3 from
 * the demo. ToolE, Seal-Tools and RecTools have neither. Tags beside name and description take 1.1 points from Seal-Tools in
 * domain and 0.1 from ToolLinkOS. Limits stay out for what they say: they name what other tools do,
 * and neither words nor vectors know a denial.
 */
export const MATCHED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'whenToUse',
  'parameters',
  'questions',
  'topics',
]

/** What is embedded unless an option says otherwise: parameters help to match words, but blur what a tool is about. */
export const EMBEDDED_COMPONENTS: readonly Component[] = [
  'name',
  'description',
  'whenToUse',
  'questions',
  'topics',
]
