import { z } from 'zod'

/** The components of a tool document (Toolshed, section 3.1). */
export const Component = z.enum(['name', 'description', 'parameters', 'questions', 'topics'])
export type Component = z.infer<typeof Component>

export const COMPONENTS: readonly Component[] = Component.options
