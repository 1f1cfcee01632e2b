import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchApp } from './bench-app'
import chinese from './chinese-requests.json'
import { FAMILIES, goldenSetOf, ownFamily, type Asked, type GoldenIn } from './family-rows'
import short from './short-requests.json'

/** Requests that were written for this product: of two and three words, and Chinese ones. */
export async function ownRequests(app: BenchApp): Promise<(GoldenIn & { name: string })[]> {
  const sets: (GoldenIn & { name: string })[] = []
  const add = async (kind: string, requests: Record<string, Asked[]>) => {
    for (const [catalog, asked] of Object.entries(requests)) {
      const dir = await catalogOf(app, catalog)
      sets.push({ ...(await goldenSetOf(app, dir, asked)), name: `${kind}, ${catalog}` })
    }
  }
  await add('two and three words', short)
  await add('Chinese', chinese.requests)
  return sets
}

async function catalogOf(app: BenchApp, name: string): Promise<string> {
  if (name === 'demo') return (await app.request('workspace.createDemo', {})).dir
  const family = FAMILIES.find((each) => each.name === name)
  if (family) return (await ownFamily(app, family)).dir
  const { dir } = await app.request('workspace.create', { name })
  const path = join(app.folder, 'chinese-tools.json')
  await writeFile(path, JSON.stringify(chinese.tools.map(functionOf)))
  await app.request('import.commit', { dir, path })
  return dir
}

const functionOf = ({ parameters, ...tool }: (typeof chinese.tools)[number]) => ({
  type: 'function',
  function: {
    ...tool,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(parameters).map(([name, description]) => [
          name,
          { type: 'string', description },
        ]),
      ),
    },
  },
})
