import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Bundle } from '../../../src-main/domain/query/bundle'
import { ExpectedCall, GoldenQuery } from '../../../src-main/domain/query/golden-set'
import {
  AuthorLayer,
  DependencyKind,
  Tool,
  toolId,
  type ToolId,
} from '../../../src-main/domain/tool/tool'

const demoFolder = resolve(import.meta.dirname, '../../../resources/demo')

const ServerFile = z.strictObject({
  server: z.string().min(1),
  title: z.string().min(1),
  description: z.string().min(1),
  tools: z.array(
    Tool.omit({ id: true, server: true, source: true, standardised: true })
      .required({ title: true, response: true, annotations: true })
      .strict(),
  ),
})

const GoldenFile = z.strictObject({
  name: z.literal('demo'),
  queries: z.array(
    GoldenQuery.pick({ id: true, text: true, tools: true })
      .extend({ origin: z.literal('synthetic'), calls: z.array(ExpectedCall).min(1) })
      .strict(),
  ),
})

const readText = (path: string): string => readFileSync(resolve(demoFolder, path), 'utf8')
const readJson = (path: string): unknown => JSON.parse(readText(path))

const serverFiles = readdirSync(resolve(demoFolder, 'servers'))
const servers = serverFiles.map((file) => ServerFile.parse(readJson(`servers/${file}`)))
const { queries: golden } = GoldenFile.parse(readJson('golden.json'))
const { queries: negatives } = z
  .strictObject({
    name: z.literal('nothing fits'),
    queries: z.array(
      GoldenQuery.pick({ id: true, text: true, tools: true })
        .extend({ origin: z.literal('synthetic') })
        .strict(),
    ),
  })
  .parse(readJson('golden/nothing-fits.json'))
const bundles = z.array(Bundle.strict()).parse(readJson('bundles.json'))
const layers = z.record(z.string(), AuthorLayer.strict()).parse(readJson('layers.json'))

const entries = servers.flatMap(({ server, tools }) =>
  tools.map((tool) => ({ id: toolId(tool.name, server), ...tool })),
)
const byId = new Map<string, (typeof entries)[number]>(entries.map((tool) => [tool.id, tool]))
const dependencies = entries.flatMap(({ id, dependencies }) =>
  dependencies.map((dependency) => ({ from: id, ...dependency })),
)
const questions = Object.values(layers).flatMap((layer) => layer.questions ?? [])

const parametersOf = (id: string): string[] =>
  Object.keys(z.looseObject({}).parse(byId.get(id)?.parameters.properties ?? {}))

const checkArguments = (id: string, values: unknown): string[] => {
  const tool = byId.get(id)
  if (!tool) return [`${id} does not exist`]
  const checked = z.fromJSONSchema(tool.parameters).safeParse(values)
  return (
    checked.error?.issues.map(({ path, message }) => `${id} ${path.join('.')}: ${message}`) ?? []
  )
}

const words = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .normalize('NFKD')
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )

const isNotOffered = (id: string): boolean => (byId.get(id)?.visibility ?? 'hidden') === 'hidden'

/** Shared words over all words, 0…1. */
const overlap = (left: string, right: string): number => {
  const all = new Set([...words(left), ...words(right)])
  return [...words(left)].filter((word) => words(right).has(word)).length / all.size
}

const nearDuplicates = (left: string[], right: string[]): [string, string][] =>
  left.flatMap((text) =>
    right
      .filter((other) => overlap(text, other) >= 0.5)
      .map((other): [string, string] => [text, other]),
  )

const repeated = (values: string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

/** Tools from which a path of dependencies leads back to themselves. */
const toolsInCycles = (): ToolId[] =>
  entries
    .map(({ id }) => id)
    .filter((id) => {
      const seen = new Set<string>()
      const open: string[] = [id]
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        for (const { on } of byId.get(next)?.dependencies ?? []) {
          if (!seen.has(on)) open.push(on)
          seen.add(on)
        }
      }
      return seen.has(id)
    })

describe('the demo catalog', () => {
  it('has about a hundred tools on eight to ten servers, each in the file of its name', () => {
    expect(servers.length).toBeGreaterThanOrEqual(8)
    expect(servers.length).toBeLessThanOrEqual(10)
    expect(entries.length).toBeGreaterThanOrEqual(95)
    expect(entries.length).toBeLessThanOrEqual(110)
    expect(serverFiles).toEqual(servers.map(({ server }) => `${server}.json`))
  })

  it('names every tool once', () => {
    expect(repeated(entries.map(({ id }) => id))).toEqual([])
  })

  it('gives every tool a description, a tag and a schema whose required parameters exist', () => {
    for (const { id, description, tags, parameters } of entries) {
      expect(description.trim(), id).not.toBe('')
      expect(tags.length, id).toBeGreaterThan(0)
      expect(parameters.type, id).toBe('object')
      const required = z.array(z.string()).parse(parameters.required ?? [])
      expect(parametersOf(id), id).toEqual(expect.arrayContaining(required))
    }
  })

  it('describes no two tools in the same words', () => {
    expect(repeated(entries.map(({ description }) => description))).toEqual([])
  })

  it('offers most tools to anyone, some internally and hides a few', () => {
    const share = (visibility: string) =>
      entries.filter((tool) => tool.visibility === visibility).length / entries.length
    expect(share('public')).toBeGreaterThan(0.7)
    expect(share('internal')).toBeGreaterThan(0.15)
    expect(share('hidden')).toBeGreaterThan(0.03)
    expect(share('hidden')).toBeLessThan(0.08)
  })

  it('shows examples that its own schemas accept', () => {
    const problems = entries.flatMap(({ id, examples }) =>
      examples.flatMap((example) => checkArguments(id, example.arguments)),
    )
    expect(problems).toEqual([])
  })
})

describe('the demo dependencies', () => {
  it('point at other tools that exist', () => {
    expect(dependencies.filter(({ from, on }) => from === on || !byId.has(on))).toEqual([])
  })

  it('name an existing parameter where they concern one, and only there', () => {
    const wrong = dependencies.filter(({ from, kind, parameter }) =>
      kind.startsWith('parameter')
        ? !parameter || !parametersOf(from).includes(parameter)
        : parameter !== undefined,
    )
    expect(wrong).toEqual([])
  })

  it('are of all four kinds, each with a reason, many across servers', () => {
    const kinds = new Set(dependencies.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual([...DependencyKind.options].sort())
    expect(dependencies.filter(({ reason }) => !reason)).toEqual([])
    const across = dependencies.filter(({ from, on }) => from.split('/')[0] !== on.split('/')[0])
    expect(across.length).toBeGreaterThan(20)
  })

  it('say nothing twice', () => {
    expect(repeated(dependencies.map((d) => `${d.from} ${d.on} ${d.kind} ${d.parameter}`))).toEqual(
      [],
    )
  })

  it('contain the one cycle that shows cycles are legal', () => {
    expect(toolsInCycles().sort()).toEqual(['files/share-file', 'mail/send_email'])
  })
})

describe('the demo golden queries', () => {
  it('are 120 with unique ids and texts', () => {
    expect(golden).toHaveLength(120)
    expect(repeated(golden.map(({ id }) => id))).toEqual([])
    expect(
      nearDuplicates(
        golden.map(({ text }) => text),
        golden.map(({ text }) => text),
      ),
    ).toHaveLength(golden.length)
  })

  it('need one to five tools, all of them offered to somebody', () => {
    for (const { id, tools } of golden) {
      expect(tools.length, id).toBeGreaterThanOrEqual(1)
      expect(tools.length, id).toBeLessThanOrEqual(5)
      expect(repeated(tools), id).toEqual([])
      expect(tools.filter(isNotOffered), id).toEqual([])
    }
    const counts = [1, 2, 3, 4, 5].map(
      (n) => golden.filter(({ tools }) => tools.length === n).length,
    )
    expect(counts).toEqual([55, 30, 20, 10, 5])
  })

  it('call exactly their tools', () => {
    for (const { id, tools, calls } of golden)
      expect(new Set(calls.map(({ tool }) => tool)), id).toEqual(new Set(tools))
  })

  it('call with arguments that the schemas accept', () => {
    const problems = golden.flatMap(({ id, calls }) =>
      calls.flatMap((call) =>
        checkArguments(call.tool, call.arguments).map((problem) => `${id}: ${problem}`),
      ),
    )
    expect(problems).toEqual([])
  })

  it('cover every server and at least 85 % of the tools that are not hidden', () => {
    const used = new Set(golden.flatMap(({ tools }) => tools))
    const offered = entries.filter(({ visibility }) => visibility !== 'hidden')
    const covered = offered.filter(({ id }) => used.has(id))
    expect(covered.length / offered.length).toBeGreaterThanOrEqual(0.85)
    expect(new Set([...used].map((id) => id.split('/')[0])).size).toBe(servers.length)
  })
})

describe('the demo queries that no tool fits', () => {
  it('are 30 with unique ids and texts, and name no tool', () => {
    expect(negatives).toHaveLength(30)
    expect(repeated(negatives.map(({ id }) => id))).toEqual([])
    expect(repeated(negatives.map(({ text }) => text))).toEqual([])
    expect(negatives.flatMap(({ tools }) => tools)).toEqual([])
  })

  it('are none of those that some tool fits', () => {
    const texts = new Set(golden.map(({ text }) => text.toLowerCase()))
    expect(negatives.filter(({ text }) => texts.has(text.toLowerCase()))).toEqual([])
  })
})

describe('the demo bundles', () => {
  it('are 60 of two to six tools that exist and are not hidden', () => {
    expect(bundles).toHaveLength(60)
    expect(repeated(bundles.map(({ id }) => id))).toEqual([])
    for (const { id, tools } of bundles) {
      expect(tools.length, id).toBeGreaterThanOrEqual(2)
      expect(tools.length, id).toBeLessThanOrEqual(6)
      expect(repeated(tools), id).toEqual([])
      expect(tools.filter(isNotOffered), id).toEqual([])
    }
  })

  it('leak no golden query', () => {
    const texts = golden.map(({ text }) => text)
    expect(
      nearDuplicates(
        texts,
        bundles.map(({ query }) => query),
      ),
    ).toEqual([])
  })
})

describe("the demo author's layers", () => {
  it('belong to twelve tools that exist and describe parameters that exist', () => {
    expect(Object.keys(layers)).toHaveLength(12)
    for (const [id, layer] of Object.entries(layers)) {
      expect(byId.has(id), id).toBe(true)
      expect(parametersOf(id), id).toEqual(
        expect.arrayContaining(Object.keys(layer.parameters ?? {})),
      )
    }
  })

  it('ask no golden question', () => {
    expect(questions.length).toBeGreaterThan(12)
    expect(
      nearDuplicates(
        golden.map(({ text }) => text),
        questions,
      ),
    ).toEqual([])
  })
})

describe('the demo texts', () => {
  it('are free of control and zero-width characters', () => {
    for (const file of [
      ...serverFiles.map((name) => `servers/${name}`),
      'golden.json',
      'bundles.json',
      'layers.json',
    ]) {
      const strings = JSON.stringify(readJson(file))
      expect(
        strings.match(
          /\\u00[01][0-9a-f]|\\[bfrt]|[\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/gi,
        ),
        file,
      ).toBeNull()
    }
  })

  it('address nobody real: every mail address and link ends in example.com', () => {
    const addresses =
      JSON.stringify([servers, golden, bundles, layers]).match(
        /@[\w.-]+\.\w+|https?:\/\/[^"\s/]+/g,
      ) ?? []
    expect(addresses.length).toBeGreaterThan(10)
    expect(addresses.filter((address) => !address.endsWith('example.com'))).toEqual([])
  })
})

describe('the checks above', () => {
  it('refuse a call with an unknown, a missing, a mistyped or an unlisted argument', () => {
    const good = { key: 'WEB-1', status: 'done' }
    expect(checkArguments('issues/transition_issue', good)).toEqual([])
    expect(checkArguments('issues/transition_issue', { ...good, extra: 1 })).toHaveLength(1)
    expect(checkArguments('issues/transition_issue', { key: 'WEB-1' })).toHaveLength(1)
    expect(checkArguments('issues/transition_issue', { ...good, key: 1 })).toHaveLength(1)
    expect(checkArguments('issues/transition_issue', { ...good, status: 'gone' })).toHaveLength(1)
    expect(checkArguments('issues/no_such_tool', good)).toHaveLength(1)
  })

  it('take a rephrased question for a near-duplicate and a different one not', () => {
    expect(nearDuplicates(['What does WEB-412 say?'], ['what does web-412 say'])).toHaveLength(1)
    expect(nearDuplicates(['What does WEB-412 say?'], ['Book a room in Lisbon'])).toEqual([])
  })
})
