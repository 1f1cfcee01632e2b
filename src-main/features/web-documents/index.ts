import type { Feature } from '../feature'
import { document } from './document'

export const webDocuments = { actions: {}, addresses: [document] } satisfies Feature
