import { compose } from '../../src-main/compose'
import { ToolId } from '../../src-main/domain/tool/tool'
import { requestsTo } from './requests'

/**
 * What a whole process took for one thing that helps an author: at first, and again after one
 * tool's text was changed.
 */
export interface AuthoringFigures {
  coldMs: number
  editedMs: number
  /** Of all processors together, also where others use them. */
  coldCpuMs: number
  editedCpuMs: number
  /** The longest that the event loop was held up, in ms. */
  heldMs: number
  peakMb: number
  /** What was found, to tell whether two programs found the same. */
  found: [cold: string, edited: string]
}

export type Authored = 'lint' | 'pairs' | 'edges'

const [dataFolder = '', dir = '', what = 'lint', edited = ''] = process.argv.slice(2)
const app = await compose({ dataFolder, resourcesFolder: 'resources', version: 'bench' })

const request = requestsTo(app)

const ask: Record<Authored, () => Promise<string>> = {
  lint: async () => String((await request('lint.run', { dir })).total),
  pairs: async () => String((await request('confusable.pairs', { dir })).total),
  edges: async () => String((await request('proposals.find', { dir })).found),
}

async function timed<Value>(work: () => Promise<Value>) {
  const started = performance.now()
  const before = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - started, cpuMs: (user + system) / 1000, value }
}

let heldMs = 0
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  heldMs = Math.max(heldMs, now - last - 5)
  last = now
}, 5).unref()

const cold = await timed(ask[what as Authored])
const id = ToolId.parse(edited)
const layer = { description: `Written at ${Date.now()} to see what an edit costs.` }
await request('catalog.saveLayer', { dir, id, layer })
const again = await timed(ask[what as Authored])
await request('catalog.saveLayer', { dir, id, layer: {} })
await app.close()

const figures: AuthoringFigures = {
  coldMs: cold.ms,
  editedMs: again.ms,
  coldCpuMs: cold.cpuMs,
  editedCpuMs: again.cpuMs,
  heldMs,
  peakMb: process.resourceUsage().maxRSS / 1024,
  found: [cold.value, again.value],
}
process.stdout.write(JSON.stringify(figures), () => process.exit(0))
