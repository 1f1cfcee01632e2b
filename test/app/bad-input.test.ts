import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src-main/app/app'
import type { Reply } from '../../src-main/contract/reply'
import { actions, type ActionName } from '../../src-main/features/actions'
import { Problem } from '../../src-main/domain/problem'
import { appOn, libraryIn, portsOn } from '../fakes/app-on'
import {
  goodInput,
  goodValue,
  requiredFields,
  schemasOf,
  takes,
  type Names,
} from './input-of-actions'
import { namedWorkspace } from './named-workspace'

type Input = Record<string, unknown>

const ACTIONS = Object.keys(actions) as ActionName[]
const WITH_FIELDS = ACTIONS.filter((action) => schemasOf(action).length > 0)
const WITH_DIR = ACTIONS.filter((action) => schemasOf(action).some(([field]) => field === 'dir'))

let folder: string
let app: App
/** Of three workspaces; the third is for what may be written. */
let own: Names
let other: Names
let spoilt: Names

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pegboard-bad-input-'))
  const none = () => Promise.reject(new Problem('unavailable', 'There is no server.'))
  app = appOn(folder, {
    modelServer: { list: none, pull: none, remove: none },
    about: { ...portsOn(folder).about, demoFolder: resolve('resources/demo') },
  })
  own = await namedWorkspace(app, libraryIn(folder), 'own')
  other = await namedWorkspace(app, libraryIn(folder), 'other')
  spoilt = await namedWorkspace(app, libraryIn(folder), 'spoilt')
  await mkdir(join(folder, 'no workspace'))
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const dispatch = (action: string, input: unknown, signal = new AbortController().signal) =>
  app.dispatch(action, input, { signal, emit: () => undefined })

const dataOf = async (action: ActionName, input: unknown = {}): Promise<unknown> => {
  const reply = await dispatch(action, input)
  expect(reply).toMatchObject({ ok: true })
  return reply.ok ? reply.data : undefined
}

/** Differs where anything was written. */
const written = (): Promise<unknown> =>
  Promise.all([
    dataOf('workspace.list'),
    dataOf('settings.read'),
    dataOf('workspace.read', { dir: own.dir }),
    dataOf('workspace.read', { dir: other.dir }),
  ])

/** Does it, and holds that nothing was written meanwhile. */
async function writingNothing(work: () => Promise<void>): Promise<void> {
  const before = await written()
  await work()
  expect(await written()).toEqual(before)
}

const badInput = (message: unknown) => ({
  ok: false,
  error: expect.objectContaining({ code: 'bad-input', message }),
})

describe('the good input of', () => {
  it.each(ACTIONS)('%s is good', (action) => {
    const input = goodInput(action, own)
    const parsed = actions[action].input.safeParse(input)
    expect(parsed.error?.issues, `${action} needs a line in input-of-actions.ts`).toBeUndefined()
  })
})

/** Fields that take whatever was written: it is read, and refused, by what it is sent to. */
const TAKING_ALL: ReadonlySet<string> = new Set(['serving.ask sent', 'parameters.pin value'])

/** Of several kinds, so that every other field refuses one. */
const WRONG = [undefined, null, true, 12.5, -1, '', 'no such value', [[]], [12.5], { nothing: 1 }]

describe('input of the wrong shape', () => {
  it.each(ACTIONS)('is refused by %s where it is no object', async (action) => {
    await writingNothing(async () => {
      for (const input of [undefined, null, 'text', 7, []]) {
        expect(await dispatch(action, input)).toEqual(badInput(expect.stringMatching(/the input/)))
      }
    })
  })

  it.each(WITH_FIELDS)('is refused by %s, and the field is named', async (action) => {
    await writingNothing(async () => {
      for (const [field] of schemasOf(action)) {
        if (TAKING_ALL.has(`${action} ${field}`)) continue
        const wrong = WRONG.filter((value) => value !== undefined && !takes(action, field, value))
        expect(wrong.length, `${field} takes everything`).toBeGreaterThan(0)
        for (const value of wrong) {
          const reply = await dispatch(action, { ...goodInput(action, own), [field]: value })
          expect(reply).toEqual(badInput(saysOf(field)))
        }
      }
    })
  })

  it.each(WITH_FIELDS)('is refused by %s where a field is missing', async (action) => {
    await writingNothing(async () => {
      for (const field of requiredFields(action)) {
        const { [field]: left, ...input } = goodInput(action, own)
        expect(left).toBeDefined()
        const missing = `This cannot be done: ${field} is missing.`
        expect(await dispatch(action, input)).toEqual(badInput(missing))
      }
    })
  })

  it.each(ACTIONS)('is refused by %s where it has no such field', async (action) => {
    await writingNothing(async () => {
      const reply = await dispatch(action, { ...goodInput(action, own), mayask: true })
      expect(reply).toEqual(badInput('This cannot be done: there is no mayask.'))
      const { fix } = (reply as { error: { fix: string } }).error
      for (const [field] of schemasOf(action)) expect(fix).toContain(field)
    })
  })
})

/** What some fields are called in sentences of their own. */
const IN_WORDS: Readonly<Record<string, string>> = {
  ollamaUrl: '“no such value” is not an address of Ollama',
  currency: 'a currency',
  perMillion: 'a price',
  asOf: 'a day',
}

/** That something is wrong with the field, said once, and with nothing else. */
const saysOf = (field: string): unknown => {
  const clause = `(${field}|${IN_WORDS[field] ?? field})[ .][^;]*[^.;]`
  return expect.stringMatching(
    new RegExp(`^This cannot be done: ${clause}(; ${clause})*(; and \\d+ more)?\\.$`),
  )
}

const HOSTILE = [
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'a\0b',
  'x'.repeat(100_000),
  'a\nb\r\u001b[31m\u202ec\u2066',
]

/** All of whose names are this; only the folder is one. */
const allNamed = (name: string): Names => ({
  ...(Object.fromEntries(Object.keys(own).map((kind) => [kind, name])) as unknown as Names),
})

/** A folder that is made, wherever it is. */
const MADE: Readonly<Record<string, string>> = { 'workspace.create': 'dir' }

/**
 * The good input of an action for each of its fields that may hold the name, with the name in it.
 */
function inputsNaming(action: ActionName, names: Names, name: string): Input[] {
  const named = allNamed(name)
  return schemasOf(action).flatMap(([field]) => {
    if (MADE[action] === field) return []
    const input = goodInput(action, names)
    const values = [goodValue(action, field, named), name, [name]]
    const isNaming = (value: unknown) =>
      JSON.stringify(value)?.includes(JSON.stringify(name)) && takes(action, field, value)
    return values.filter(isNaming).map((value) => ({ ...input, [field]: value }))
  })
}

describe('a hostile name', () => {
  let settings: Input
  beforeAll(async () => {
    settings = (await dataOf('settings.read')) as Input
  })
  afterEach(async () => {
    const { maximumK, theme, embedder, welcomed } = settings
    const back = { maximumK, theme, embedder, welcomed }
    await dataOf('settings.write', { ...back, chatModel: '', reranker: '', lastWorkspace: '' })
  })

  it.each(WITH_FIELDS)('gets no more than a plain answer of %s', async (action) => {
    const faults: string[] = []
    for (const name of HOSTILE) {
      for (const input of inputsNaming(action, spoilt, name)) {
        const asked = JSON.stringify(input).slice(0, 200)
        faults.push(...faultsOf(await dispatch(action, input)).map((fault) => `${asked}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  })
})

// What a terminal or a window would obey rather than show.
const OBEYED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

function faultsOf(reply: Reply<unknown>): string[] {
  const text = JSON.stringify(reply)
  if (reply.ok) return text === undefined ? ['no JSON'] : []
  const { code, message, fix = '' } = reply.error
  return [
    ...(code === 'internal' ? [`internal: ${message}`] : []),
    ...(text.length > 5_000 ? [`${text.length} characters`] : []),
    ...(message.length < 10 ? [`says nothing: ${message}`] : []),
    ...(OBEYED.test(message + fix) ? [`obeyed: ${JSON.stringify(message + fix)}`] : []),
  ]
}

const isSame = (one: unknown, another: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(another)

const REFUSED = { error: { code: expect.stringMatching(/^(not-found|bad-input|conflict)$/) } }

/** Fields that name what is made where it is not there. */
const MAKES = new Set([
  'golden.check set',
  'golden.save set',
  'golden.add set',
  'golden.create set',
  'golden.rename name',
  'writing.decide set',
])

/** Actions that tell of what is not there in their answer. */
const TELLS = new Set([
  'catalog.place id',
  'golden.check query',
  'review.written tool',
  'agentRuns.expected goldenSet',
])

describe('what stands in another workspace', () => {
  it.each(WITH_DIR)('is not found by %s', async (action) => {
    await writingNothing(async () => {
      for (const [field] of schemasOf(action)) {
        const name = `${action} ${field}`
        const foreign = goodValue(action, field, other)
        if (field === 'dir' || MAKES.has(name) || isSame(foreign, goodValue(action, field, own)))
          continue
        const reply = await dispatch(action, { ...goodInput(action, own), [field]: foreign })
        expect(faultsOf(reply), name).toEqual([])
        const isNeeded = requiredFields(action).includes(field)
        const isOne = typeof foreign === 'string'
        if (isNeeded && isOne && !TELLS.has(name)) expect(reply, name).toMatchObject(REFUSED)
      }
    })
  })
})

describe('a request', () => {
  it.each(ACTIONS)('to %s that is stopped beforehand is not answered', async (action) => {
    await writingNothing(async () => {
      const reply = await dispatch(action, goodInput(action, own), AbortSignal.abort())
      expect(reply).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    })
  })

  // It makes one there.
  const readers = WITH_DIR.filter((action) => action !== 'workspace.create')
  it.each(readers)('to %s of a folder that is no workspace is told so', async (action) => {
    await writingNothing(async () => {
      const dir = join(folder, 'no workspace')
      const reply = await dispatch(action, { ...goodInput(action, own), dir })
      expect(reply).toMatchObject({ ok: false, error: { code: 'not-found' } })
      expect(faultsOf(reply)).toEqual([])
    })
  })
})
