import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../../src-main/app/context'
import {
  allowCalls,
  allowedCalls,
  callsOfSources,
} from '../../../../src-main/app/serving/allowed-calls'
import type { AllowedCalls } from '../../../../src-main/contract/serving'
import type { Confirmation } from '../../../../src-main/contract/confirmation'
import { Origin, type Source } from '../../../../src-main/domain/catalog/source'
import type { ParameterRule } from '../../../../src-main/domain/tool/parameter-rule'
import { memoryAgreements } from '../../../fakes/agreements'
import { catalogTool } from '../../../fakes/catalog-tool'

const { signal } = new AbortController()

const source = (name: string, origin: unknown): Source => ({
  name,
  origin: Origin.parse(origin),
  readAt: '2026-01-01T00:00:00Z',
  tools: [],
  changed: [],
  server: name,
})
const SOURCES = [
  source('notes', {
    kind: 'http',
    url: 'https://notes.example',
    headers: { Authorization: 'Bearer ${TOKEN}' },
  }),
  source('documents', { kind: 'files', path: '/docs.json' }),
]

/** A workspace of two sources, what was agreed to, and what a person was asked. */
function place() {
  const agreements = memoryAgreements()
  const { marks } = agreements
  const variables: Record<string, string> = { TOKEN: 'swordfish' }
  const questions: string[] = []
  const told: string[] = []
  const says = { yes: true }
  const pinned: ParameterRule[] = []
  const context = {
    agreements,
    variable: (name: string) => variables[name],
    sessions: {
      of: async () => ({
        store: { read: async () => ({ sources: SOURCES }) },
        parameterRules: async () => pinned,
        catalog: async () => ({ tools: [catalogTool('notes/list')] }),
      }),
    },
    async confirm({ message, lines }: Confirmation) {
      questions.push(message)
      told.push(...lines)
      return says.yes
    },
  } as unknown as AppContext
  const listed = async () => (await callsOfSources(context, { dir: '/tools' }))[0]
  return {
    context,
    marks,
    variables,
    pinned,
    told,
    questions,
    says,
    listed,
    async allow(calls: AllowedCalls, { mark, of = 'notes' }: { mark?: string; of?: string } = {}) {
      const looked = mark ?? (await listed())?.mark ?? ''
      return allowCalls(context, { dir: '/tools', source: of, calls, mark: looked }, { signal })
    },
  }
}

describe('calls to a server', () => {
  it('are none until somebody agrees to them, and nobody is asked by looking', async () => {
    const { context, questions } = place()
    expect(await callsOfSources(context, { dir: '/tools' })).toEqual([
      {
        source: 'notes',
        calls: 'none',
        where: 'asking https://notes.example',
        mark: expect.any(String) as string,
      },
    ])
    expect(questions).toEqual([])
  })

  it.each<AllowedCalls[]>([
    ['all', 'read-only'],
    ['read-only', 'all'],
    ['all', 'none'],
    ['read-only', 'none'],
  ])('are what was agreed to last: first %s, then %s', async (first, then) => {
    const { allow, listed, marks } = place()
    await allow(first)
    expect((await listed())?.calls).toBe(first)
    await allow(then)
    expect((await listed())?.calls).toBe(then)
    expect(marks.size).toBe(then === 'none' ? 0 : 1)
  })

  it('are asked for once, and taking them back is not asked', async () => {
    const { allow, questions } = place()
    await allow('read-only')
    await allow('read-only')
    await allow('all')
    await allow('none')
    expect(questions).toEqual([
      'Let agents call tools that say they change nothing of “notes”?',
      'Let agents call all tools of “notes”?',
    ])
  })

  it('stay as they are where the person says no', async () => {
    const { allow, listed, says } = place()
    await allow('read-only')
    says.yes = false
    await expect(allow('all')).rejects.toMatchObject({ code: 'cancelled' })
    expect((await listed())?.calls).toBe('read-only')
  })

  it('are agreed to of just what was looked at', async () => {
    const { allow, marks } = place()
    await expect(allow('all', { mark: 'another' })).rejects.toMatchObject({ code: 'conflict' })
    expect(marks.size).toBe(0)
  })

  it('are none while a variable is missing, also where they were agreed to', async () => {
    const { context, allow, listed, variables } = place()
    await allow('all')
    delete variables['TOKEN']
    const without = await listed()
    // By the mark alone they were allowed.
    await context.agreements.add(JSON.stringify({ calls: 'all', of: without?.mark }))
    expect(await allowedCalls(context, { mark: without?.mark ?? '', pinned: [] })).toBe('all')
    expect((await listed())?.calls).toBe('none')
    await expect(allow('all')).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('TOKEN') as string,
    })
  })

  it('of a file there are none to agree to', async () => {
    const { allow } = place()
    await expect(allow('all', { of: 'documents' })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(allow('all', { of: 'gone' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('say what Pegboard puts into them, and are asked for again once that is another value', async () => {
    const { allow, pinned, told, listed, questions } = place()
    pinned.push({ of: 'notes/*', parameter: 'account', value: 7 })
    expect(await allow('all')).toMatchObject({
      calls: 'all',
      pinned: ['“account” of notes/* pinned to 7'],
    })
    expect(told).toContain('Pegboard puts in: “account” of notes/* pinned to 7')
    expect(await listed()).toMatchObject({ calls: 'all' })
    pinned[0] = { of: 'notes/*', parameter: 'account', value: 8 }
    expect(await listed()).toMatchObject({ calls: 'none' })
    await allow('all')
    expect(questions).toHaveLength(2)
    pinned[0] = { of: 'other/*', parameter: 'account', value: 9 }
    expect(await listed()).not.toHaveProperty('pinned')
  })
})
