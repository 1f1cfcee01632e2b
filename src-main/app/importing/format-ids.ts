import { EXPORT_FORMATS } from '../../exporting/formats'

/** The formats that may be asked for, for hosts that list them in their help. */
export const EXPORT_FORMAT_IDS = EXPORT_FORMATS.map(({ id }) => id)
