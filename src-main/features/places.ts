import type { Places } from '../app/context'
import type { Feature } from './feature'
import * as features from './registry'

const all = Object.values<Feature>(features)

/** What features put at places of the core, in the order of their names. */
export const places: Places = {
  reportSections: all.flatMap(({ reportSection }) => reportSection ?? []),
  toDo: all.flatMap(({ toDo }) => toDo ?? []),
  addresses: all.flatMap(({ addresses }) => addresses ?? []),
}
