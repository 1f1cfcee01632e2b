import type { JsonObject } from '../../tool/tool'

/** What published baselines search: documents joined to one text. */
export const JOINED: JsonObject = { documentForm: 'joined' }
