import { ofServed } from './of-served'
import { toolNaming } from './tool-naming'

export type { ServingOf } from './of-served'

/** How those tools are called that the recipe may find: known whether or not it can search. */
export const servedNaming = ofServed(toolNaming)
