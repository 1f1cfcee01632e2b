import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { compose } from '../../../../src-main/compose'
import { serve } from '../../../../src-main/hosts/browser/server'
import { workerOver } from '../../../fakes/app'
import { openClients, wrongAnswers } from '../../../fixtures/clients'

const CLIENTS = 30
const ANSWERS = 300

it.each([false, true])(
  'thirty clients that ask at once are all answered, and alike for the same query (trace: %s)',
  async (withTrace) => {
    const folder = await mkdtemp(join(tmpdir(), 'pegboard-clients-'))
    await writeFile(join(folder, 'index.html'), '')
    const resourcesFolder = resolve('resources')
    const app = await compose({ dataFolder: folder, resourcesFolder, version: '1' })
    const served = await serve({ windowFolder: folder, startWorker: () => workerOver(app) })
    const clients = await openClients(served.url, CLIENTS)
    onTestFinished(async () => {
      clients.close()
      await served.close()
      await rm(folder, { recursive: true })
    })
    const { dir } = await clients.request('workspace.createDemo', {})
    const [set] = await clients.request('golden.list', { dir })
    const { queries } = await clients.request('golden.queries', { dir, set: set?.name ?? '' })
    const questionAt = (asked: number) => ({
      dir,
      recipe: 'hybrid',
      k: 5,
      embedder: 'builtin',
      withTrace,
      text: queries[asked % queries.length]?.text ?? '',
    })
    const alone = await clients.request('query.run', questionAt(0))
    const answers = await clients.askAtOnce(questionAt, (asked) => asked < ANSWERS)
    expect(answers).toHaveLength(ANSWERS)
    expect(wrongAnswers(answers)).toBe(0)
    const first = answers.find(({ query }) => query === alone.query)
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ data: { tools: alone.tools } })
  },
)
