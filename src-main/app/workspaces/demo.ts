import type { AppContext } from '../context'
import { ClashChoices } from '../../domain/catalog/import'
import { readingReply, readOf } from '../importing/readings'
import { plannedImport, recordsOf } from '../importing/planned-import'
import type { Session } from './session'

/** Imports the demo that ships with the product: catalog, golden set, bundles and some author's layers. */
export async function fillWithDemo(session: Session, { files, about }: AppContext): Promise<void> {
  const demo = { files: await files.read(about.demoFolder), options: { format: 'pegboard' } }
  const imported = readOf(readingReply('catalog', demo))
  const choices = { clashes: ClashChoices.parse({}), removeMissing: false }
  await session.change(plannedImport(recordsOf(session), imported, choices))
}
