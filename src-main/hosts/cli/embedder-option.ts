import { embedderCalled } from '../../domain/model/names'
import { several } from './arguments'

const WHICH = 'instant, sentences or ollama:MODEL'

/** The embedder of a command that takes one: its option, help and parser. */
export const EMBEDDER_OPTION = [
  '--embedder <name>',
  `the embedder: ${WHICH}; default: the workspace’s, else the one in the settings`,
  (given: string) => embedderCalled(given),
] as const

/** The embedders of a command that measures with several. */
export const EMBEDDERS_OPTION = [
  '--embedder <name>',
  `an embedder: ${WHICH}; repeated, each is measured`,
  (given: string, before?: string[]) => several(embedderCalled(given), before),
] as const
