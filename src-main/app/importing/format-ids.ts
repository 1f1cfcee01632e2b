import { EXPORT_FORMATS } from '../../exporting/formats'
import { IMPORT_FORMATS } from '../../importing/formats'

/** The formats that may be asked for, for hosts that list them in their help. */
export const IMPORT_FORMAT_IDS = IMPORT_FORMATS.map(({ id }) => id)
export const EXPORT_FORMAT_IDS = EXPORT_FORMATS.map(({ id }) => id)
