import { importCatalog } from '../importing/import-catalog'
import type { AppContext } from './handlers'
import { readSourceFiles } from './import-handlers'
import type { Session } from './session'

/** Imports the demo that ships with the product: catalog, golden set, bundles and some author's layers. */
export async function fillWithDemo(session: Session, { files, about }: AppContext): Promise<void> {
  const imported = importCatalog(await readSourceFiles(files, about.demoFolder), {
    format: 'pegboard',
  })
  await session.commit({
    tools: {
      put: imported.tools.map((tool) => ({ tool, layer: imported.layers?.[tool.id] ?? {} })),
    },
    goldenSets: { put: imported.goldenSets },
    bundles: { put: imported.bundles },
  })
}
