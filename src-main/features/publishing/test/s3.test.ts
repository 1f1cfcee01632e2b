import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ActionAnswer, ActionInput, ActionName } from '../../actions'
import type { Reply } from '../../../contract/reply'
import { conceptEmbedder } from '../../../../test/fakes/embedder'
import { bundled, type Bundled } from '../../../../test/fixtures/bundled'
import { motoCommand, s3Store, type S3Store } from '../../../../test/fixtures/s3-store'
import { emptyFolder, openAppWith } from '../../../../test/app/open-app'

const moto = motoCommand()
const ADDRESS = 's3://tools/work'
/** Starts programs, some of which wait for a store that does not answer. */
const PATIENCE_MS = 120_000

let asked: Bundled
beforeAll(async () => {
  asked = await bundled('ask-app.ts')
})
afterAll(() => asked.remove())

const CONCEPTS = [['weather'], ['mail', 'email'], ['currency', 'francs']]
const QUERIES = ['weather in Zurich', 'write an email', 'convert francs']

/**
 * A program of its own, with the variables of a store in its environment: LanceDB reads them where
 * no test can set them.
 */
async function program(env: Record<string, string>) {
  const folder = await emptyFolder()
  const child = spawn(process.execPath, [asked.main, folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.stdin.end()
    child.kill('SIGKILL')
    await exit
  })
  const said: string[] = []
  child.stderr.on('data', (text) => said.push(String(text)))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const notices: string[] = []
  async function reply<Name extends ActionName>(action: Name, input: ActionInput<Name>) {
    child.stdin.write(`${JSON.stringify({ action, input })}\n`)
    for (;;) {
      const { value } = await lines.next()
      const line = JSON.parse(String(value)) as { notice: string } | Reply<ActionAnswer<Name>>
      said.push(String(value))
      if ('ok' in line) return line
      notices.push(line.notice)
    }
  }
  return {
    reply,
    notices,
    said,
    async request<Name extends ActionName>(action: Name, input: ActionInput<Name>) {
      const answer = await reply(action, input)
      if (answer.ok) return answer.data
      throw new Error(answer.error.message)
    },
  }
}
type Asked = Pick<Awaited<ReturnType<typeof program>>, 'request'>

interface Found {
  tool: string
  score: number | undefined
}
const idsOf = (lists: readonly Found[][]) => lists.map((list) => list.map(({ tool }) => tool))

const toolsFor = async ({ request }: Asked, dir: string) => {
  const found: Found[][] = []
  for (const text of QUERIES) {
    const { tools } = await request('query.run', { dir, text, recipe: 'hybrid', k: 5 })
    found.push(tools.map(({ tool, score }) => ({ tool, score })))
  }
  return found
}

const toolCount = async ({ request }: Asked, dir: string) =>
  (await request('catalog.list', { dir })).total

/**
 * Asks until the answer is another, as one is that comes from a store that is looked at from time
 * to time.
 */
async function until(wanted: number, count: () => Promise<number>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await count()) === wanted) return
    await pause(100)
  }
  throw new Error(`It never was ${wanted}.`)
}

const workspace = async () => {
  const app = await openAppWith(conceptEmbedder(CONCEPTS), await emptyFolder())
  const dir = await app.smallWorkspace()
  await app.request('workspace.workWith', { dir, recipe: 'hybrid', k: 5 })
  return { ...app, dir }
}

const addTool = async ({ request, file, dir }: Awaited<ReturnType<typeof workspace>>) => {
  const tool = { name: 'order_lunch', description: 'Orders lunch.', parameters: {} }
  const path = await file('more.json', [{ type: 'function', function: tool }])
  await request('import.commit', { dir, path })
}

describe.skipIf(!moto)('an S3-compatible store (pip install "moto[server]")', () => {
  const stores: S3Store[] = []
  const store = async (refuses = false) => {
    const started = await s3Store(moto ?? [], refuses)
    stores.push(started)
    return started
  }
  afterAll(async () => {
    for (const each of stores) await each.stop()
  })

  it(
    'is searched where it lies, and tells whoever comes when it is gone',
    async () => {
      const { env, makeBucket, reset } = await store()
      await makeBucket('tools')
      const own = await workspace()
      const { dir } = own
      const writer = await program(env)
      const reader = await program(env)
      const search = 'in-place'
      const first = await writer.request('publishing.publish', { dir, address: ADDRESS, search })
      expect(first.snapshot.inPlace?.map(({ recall }) => recall)).toContain(1)
      expect(idsOf(await toolsFor(reader, ADDRESS))).toEqual(idsOf(await toolsFor(own, dir)))
      const before = await toolCount(reader, ADDRESS)
      await addTool(own)
      await writer.request('publishing.publish', { dir, address: ADDRESS, search, keep: 1 })
      await until(before + 1, async () => {
        expect(await toolsFor(reader, ADDRESS)).toHaveLength(QUERIES.length)
        return toolCount(reader, ADDRESS)
      })
      await reset()
      const asked = { dir: ADDRESS, text: 'order something for lunch', recipe: 'bm25' }
      expect(await (await program(env)).reply('query.run', asked)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining(ADDRESS) },
      })
    },
    PATIENCE_MS,
  )

  it(
    'answers as the workspace does, and hands on what is newer and what is rolled back to',
    async () => {
      const { env, makeBucket, reset } = await store()
      await makeBucket('tools')
      const own = await workspace()
      const { dir } = own
      const writer = await program(env)
      const reader = await program(env)
      const first = await writer.request('publishing.publish', { dir, address: `${ADDRESS}/` })
      expect(first).toMatchObject({ address: ADDRESS, snapshot: { number: 1, isCurrent: true } })
      expect(await toolsFor(reader, ADDRESS)).toEqual(await toolsFor(own, dir))
      const before = await toolCount(reader, ADDRESS)
      await addTool(own)
      await writer.request('publishing.publish', { dir, address: ADDRESS })
      await until(before + 1, () => toolCount(reader, ADDRESS))
      await writer.request('publishing.rollback', { address: ADDRESS, number: 1 })
      await until(before, () => toolCount(reader, ADDRESS))
      // What is served goes on when the bucket is gone, and whoever comes new is told.
      await reset()
      for (let tries = 0; reader.notices.length === 0 && tries < 100; tries++) {
        expect(await toolCount(reader, ADDRESS)).toBe(before)
        await pause(100)
      }
      expect(reader.notices).toEqual([expect.stringMatching(/Snapshot 1, which was read before/)])
      expect(await toolsFor(reader, ADDRESS)).toHaveLength(QUERIES.length)
      expect(await (await program(env)).reply('workspace.read', { dir: ADDRESS })).toMatchObject({
        error: { code: 'not-found', message: `There is no bucket of that name for ${ADDRESS}.` },
      })
    },
    PATIENCE_MS,
  )

  it(
    'gives publishers that come at once a number each',
    async () => {
      const { env, makeBucket } = await store()
      await makeBucket('tools')
      const { dir } = await workspace()
      const writers = await Promise.all([1, 2, 3].map(() => program(env)))
      const answers = await Promise.all(
        writers.map(({ request }) => request('publishing.publish', { dir, address: ADDRESS })),
      )
      expect(answers.map(({ snapshot }) => snapshot.number).sort()).toEqual([1, 2, 3])
      const [one] = writers
      const { snapshots } = (await one?.request('publishing.list', { address: ADDRESS })) ?? {}
      expect(snapshots?.map(({ number }) => number)).toEqual([3, 2, 1])
      for (const number of [1, 2, 3]) {
        await one?.request('publishing.rollback', { address: ADDRESS, number })
      }
    },
    PATIENCE_MS,
  )

  it(
    'that lets nobody in, or ends, is told in a sentence that shows no secret',
    async () => {
      const { env, stop } = await store(true)
      const { dir } = await workspace()
      const writer = await program(env)
      expect(await writer.reply('publishing.publish', { dir, address: ADDRESS })).toMatchObject({
        error: { code: 'unavailable', message: expect.stringMatching(/credentials/) },
      })
      await stop()
      expect(await writer.reply('publishing.list', { address: ADDRESS })).toMatchObject({
        error: { code: 'unavailable', message: `The store of ${ADDRESS} does not answer.` },
      })
      expect(writer.said.join('\n')).not.toContain(env['AWS_SECRET_ACCESS_KEY'])
      expect(writer.said.join('\n')).not.toContain(env['AWS_ACCESS_KEY_ID'])
    },
    PATIENCE_MS,
  )
})

it(
  'a store that takes requests and never answers is given up',
  async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as { port: number }
    const { reply } = await program({
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'hushhush',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ALLOW_HTTP: 'true',
    })
    expect(await reply('publishing.list', { address: ADDRESS })).toMatchObject({
      error: { code: 'unavailable', message: `The store of ${ADDRESS} does not answer.` },
    })
  },
  PATIENCE_MS,
)
