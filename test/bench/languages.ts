import { benchApp } from './bench-app'
import requests from './five-languages.json'
import { printFigure } from './print'

const LANGUAGES = ['English', 'French', 'Spanish', 'German', 'Chinese'] as const

/** The same requests for tools of the demo in five languages, written for this product: how many find their tool among the first five. */
export async function languages(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const { dir } = await app.ask('workspace.createDemo', {})
  for (const language of LANGUAGES) {
    for (const recipe of ['dense', 'hybrid']) {
      let found = 0
      let unknown = 0
      for (const request of requests) {
        const text = request[language]
        const asked = { dir, text, recipe, k: 5, embedder: 'builtin' }
        const { tools, degraded } = await app.ask('query.run', asked)
        if (tools.some(({ tool }) => tool === request.tool)) found++
        if (degraded.length > 0) unknown++
      }
      const remark = unknown > 0 ? ` (${unknown} without a known word)` : ''
      printFigure(`${language}, ${recipe}`, `${found} of ${requests.length}${remark}`)
    }
  }
  await app.close()
}
