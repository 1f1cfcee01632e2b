import { importCatalog } from '../importing/import-catalog'
import type { AppContext } from './handlers'
import { plannedImport, readSourceFiles } from './import-handlers'
import type { Session } from './session'

/** Imports the demo that ships with the product: catalog, golden set, bundles and some author's layers. */
export async function fillWithDemo(session: Session, { files, about }: AppContext): Promise<void> {
  const imported = importCatalog(await readSourceFiles(files, about.demoFolder), {
    format: 'pegboard',
  })
  await session.change(plannedImport(imported, { removeMissing: false }))
}
