import { benchApp, type BenchApp } from './bench-app'
import fiveLanguages from './five-languages.json'
import { printFigure } from './print'
import requestsWithMessages from './requests-with-messages.json'

const LANGUAGES = ['English', 'French', 'Spanish', 'German', 'Chinese'] as const

interface Request {
  text: string
  /** Any of these will do. */
  tools: string[]
}

/**
 * Requests for tools of the demo, written for this product, and how many find theirs: in five
 * languages, and with a message to pass on.
 */
export async function demoRequests(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const { dir } = await app.request('workspace.createDemo', {})
  for (const language of LANGUAGES) {
    const requests = fiveLanguages.map(({ tool, ...texts }) => ({
      text: texts[language],
      tools: [tool],
    }))
    for (const recipe of ['dense', 'hybrid']) {
      const { inFive, unknown } = await request(app, { dir, recipe, requests })
      const remark = unknown > 0 ? ` (${unknown} without a known word)` : ''
      printFigure(
        `${language}, ${recipe}: in the first 5`,
        `${inFive} of ${requests.length}${remark}`,
      )
    }
  }
  const requests = requestsWithMessages
  for (const recipe of ['bm25', 'dense', 'hybrid']) {
    const { first, inFive } = await request(app, { dir, recipe, requests })
    const figure = `${first} and ${inFive} of ${requests.length}`
    printFigure(`requests with a message, ${recipe}: first, in the first 5`, figure)
  }
  await app.close()
}

async function request(
  app: BenchApp,
  { dir, recipe, requests }: { dir: string; recipe: string; requests: Request[] },
) {
  const found = { first: 0, inFive: 0, unknown: 0 }
  for (const { text, tools: wanted } of requests) {
    const asked = { dir, text, recipe, k: 5, embedder: 'builtin' }
    const { tools, degraded } = await app.request('query.run', asked)
    const place = tools.findIndex(({ tool }) => wanted.includes(tool))
    if (place === 0) found.first++
    if (place >= 0) found.inFive++
    if (degraded.length > 0) found.unknown++
  }
  return found
}
