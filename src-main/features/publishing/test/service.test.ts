import { expect, onTestFinished, test, vi } from 'vitest'
import { conceptEmbedder } from '../../../../test/fakes/embedder'
import { lanceDbService } from '../../../../test/fakes/lancedb-service'
import { emptyFolder, openAppWith, type AppUnderTest } from '../../../../test/app/open-app'

const ADDRESS = 'db://tools'
const QUERIES = ['weather in Zurich', 'write an email', 'convert francs']

const program = async () =>
  openAppWith(
    conceptEmbedder([['weather'], ['mail', 'email'], ['currency', 'francs']]),
    await emptyFolder(),
  )

/** The service, whose address and key are in the environment, and a workspace to publish there. */
async function served() {
  const service = await lanceDbService()
  onTestFinished(() => service.stop())
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('LANCEDB_HOST', service.host)
  vi.stubEnv('LANCEDB_API_KEY', service.apiKey)
  const own = await program()
  const dir = await own.smallWorkspace()
  await own.request('workspace.workWith', { dir, recipe: 'hybrid', k: 5 })
  return { service, own, dir }
}

const toolsFor = async ({ request }: AppUnderTest, dir: string) =>
  Promise.all(
    QUERIES.map(async (text) => {
      const { tools } = await request('query.run', { dir, text, recipe: 'hybrid', k: 5 })
      return tools.map(({ tool }) => tool)
    }),
  )

for (const search of ['held', 'in-place'] as const) {
  test(`LanceDB’s service keeps what is published, ${search}, and answers from it`, async () => {
    const { own, dir, service } = await served()
    const published = await own.request('publishing.publish', { dir, address: ADDRESS, search })
    expect(published).toMatchObject({ address: ADDRESS, snapshot: { number: 1, isCurrent: true } })
    const reader = await program()
    expect(await toolsFor(reader, ADDRESS)).toEqual(await toolsFor(own, dir))
    await own.request('publishing.publish', { dir, address: ADDRESS, search, keep: 1 })
    const { snapshots } = await own.request('publishing.list', { address: ADDRESS })
    expect(snapshots.map(({ number }) => number)).toEqual([2])
    expect(await own.reply('publishing.rollback', { address: ADDRESS, number: 1 })).toMatchObject({
      error: { code: 'bad-input' },
    })
    expect(service.asked.includes('POST create_index')).toBe(search === 'in-place')
  })
}

test('a key that the service refuses is told without the key', async () => {
  const { own, dir } = await served()
  vi.stubEnv('LANCEDB_API_KEY', 'sk-somebody-elses')
  const refused = await own.reply('publishing.publish', { dir, address: ADDRESS })
  expect(refused).toMatchObject({
    error: { code: 'unavailable', fix: expect.stringMatching(/LANCEDB_API_KEY/) },
  })
  expect(JSON.stringify(refused)).not.toContain('sk-somebody-elses')
})
