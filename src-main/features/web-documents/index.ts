import type { Feature } from '../feature'
import { document } from './document'

export const webDocuments = { addresses: [document] } satisfies Feature
