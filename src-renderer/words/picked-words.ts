import { formatCount, plural } from './number-words'

interface Whole {
  everything?: { tools: number } | undefined
  catalog: { tools: number }
}

/** How many tools, of all that an answer could have given: `5 of 102 tools` */
export const pickedOf = (tools: number, { everything, catalog }: Whole): string =>
  `${formatCount(tools)} of ${plural(everything?.tools ?? catalog.tools, 'tool')}`
