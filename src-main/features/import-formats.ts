import { CORE_FORMATS } from '../importing/formats'
import type { ImportFormat } from '../importing/import-format'
import * as features from './formats'
import { joinById } from './join-by-name'

/**
 * Every format that can be imported, those of features after the core's. Of equally sure ones the
 * earlier wins.
 */
export const importFormats: readonly ImportFormat[] = joinById<ImportFormat>('format', {
  'the core': CORE_FORMATS,
  ...features,
})
