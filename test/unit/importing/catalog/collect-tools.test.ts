import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src-main/domain/tool/tool'
import { collectTools, type ToolEntry } from '../../../../src-main/importing/catalog/collect-tools'
import { importReport } from '../../../../src-main/importing/catalog/report'

const entry = (fields: Partial<ToolEntry>): ToolEntry => ({
  name: 'send_mail',
  description: 'Sends a mail.',
  entry: { name: 'send_mail' },
  where: 'tools.json, entry 1',
  ...fields,
})

/** Collects the entries and gives the tools with the report. */
function collect(...entries: Partial<ToolEntry>[]) {
  const report = importReport()
  const collector = collectTools('test', report)
  for (const fields of entries) collector.add(entry(fields))
  return { tools: collector.tools, rows: report.rows(), tool: collector.tools[0] }
}

const nested = (levels: number): JsonValue =>
  JSON.parse(
    '{"type":"object","properties":{"a":'.repeat(levels) + '{}' + '}}'.repeat(levels),
  ) as JsonValue

describe('collectTools', () => {
  it('files a good entry without a word', () => {
    const { tool, rows } = collect({ server: 'mail' })
    expect(tool).toMatchObject({ id: 'mail/send_mail', name: 'send_mail', server: 'mail' })
    expect(tool?.parameters).toEqual({ type: 'object', properties: {} })
    expect(rows).toEqual([])
  })

  it.each([undefined, null, '', '  ', 7, '\u200b'])('skips an entry named %j', (name) => {
    const { tools, rows } = collect({ name })
    expect(tools).toEqual([])
    expect(rows).toMatchObject([{ outcome: 'skipped', where: 'tools.json, entry 1' }])
  })

  it('keeps a tool without description and says so', () => {
    const { tool, rows } = collect({ description: undefined })
    expect(tool?.description).toBe('')
    expect(rows).toMatchObject([{ outcome: 'notice', why: 'The tool has no description' }])
  })

  it.each(['send mail', 'a'.repeat(65), 'größe', 'mail/send'])(
    'keeps the name %s that no provider accepts, with a notice',
    (name) => {
      const { tool, rows } = collect({ name })
      expect(tool?.name).toBe(name)
      expect(rows).toMatchObject([{ outcome: 'notice', entry: name }])
    },
  )

  it('removes control, zero-width and direction characters, keeping the original in the source', () => {
    const written = { name: 'send\u200b_mail\u0007', description: 'Se\u202end\u0000s.\n\tNow' }
    const { tool, rows } = collect({ ...written, entry: written })
    expect(tool).toMatchObject({ name: 'send_mail', description: 'Sends.\n\tNow' })
    expect(tool?.source.entry).toEqual(written)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['altered', 'altered'])
  })

  it('keeps joiners that emoji and scripts need', () => {
    const description = 'Family 👩‍👩‍👧 and می‌خواهم'
    const { tool, rows } = collect({ description })
    expect(tool?.description).toBe(description)
    expect(rows).toEqual([])
  })

  it.each(['parameters', 'response'] as const)(
    'removes hidden characters from descriptions in the %s, and says so',
    (part) => {
      const schema = {
        type: 'object',
        properties: { to: { type: 'string', description: 'Who\u{e0041}m' } },
      }
      const { tool, rows } = collect({ [part]: schema })
      expect(tool?.[part]).toMatchObject({ properties: { to: { description: 'Whom' } } })
      const why = `Control or invisible characters were removed from texts in the ${part}`
      expect(rows).toMatchObject([{ outcome: 'altered', why }])
    },
  )

  it('keeps HTML and script as the plain text it is', () => {
    const description = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    expect(collect({ description }).tool?.description).toBe(description)
  })

  it.each([
    ['a string', 'none', undefined],
    ['a list', [], undefined],
    ['a schema of another type', { type: 'string' }, undefined],
    ['a schema without type', { properties: { a: {} } }, { a: {} }],
    ['a nullable schema', { type: ['object', 'null'], properties: { a: {} } }, { a: {} }],
  ])('makes %s a schema of type object and says so', (_what, parameters, properties) => {
    const { tool, rows } = collect({ parameters: parameters })
    expect(tool?.parameters).toEqual({ type: 'object', properties: properties ?? {} })
    expect(rows).toMatchObject([{ outcome: 'altered' }])
  })

  it.each([
    ['draft-04', { $schema: 'http://json-schema.org/draft-04/schema#', id: 'x', definitions: {} }],
    ['2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: {} }],
  ])('accepts JSON Schema %s as it is', (_draft, keywords) => {
    const parameters = {
      ...keywords,
      type: 'object',
      properties: { n: { type: 'number', minimum: 0, exclusiveMinimum: true } },
    }
    const { tool, rows } = collect({ parameters })
    expect(tool?.parameters).toEqual(parameters)
    expect(rows).toEqual([])
  })

  it('keeps a schema that refers to itself, undisturbed', () => {
    const parameters = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    }
    const { tool, rows } = collect({ parameters })
    expect(tool?.parameters).toEqual(parameters)
    expect(rows).toEqual([])
  })

  it.each([
    ['goes in a circle', { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }],
    ['points nowhere', { a: { $ref: '#/$defs/missing' } }],
  ])('says when a $ref %s', (why, $defs) => {
    const parameters = { type: 'object', properties: { x: { $ref: '#/$defs/a' } }, $defs }
    const { tools, rows } = collect({ parameters: parameters })
    expect(tools).toHaveLength(1)
    expect(rows).toMatchObject([{ outcome: 'notice', why: expect.stringContaining(why) as string }])
  })

  it('cuts a schema of 10,000 levels, in the source as well', () => {
    const parameters = nested(10_000)
    const { tool, rows } = collect({ parameters, entry: { parameters } })
    expect(rows).toMatchObject([
      { outcome: 'altered', why: 'What was nested deeper than 64 levels was cut off' },
      { outcome: 'notice', why: 'Parameters below level 4 are not matched' },
    ])
    expect(JSON.stringify(tool).length).toBeLessThan(10_000)
  })

  it('leaves out a schema of more than 256 KB, but keeps the entry', () => {
    const description = 'x'.repeat(300 * 1024)
    const parameters = { type: 'object', properties: { a: { description } } }
    const { tool, rows } = collect({ parameters, entry: { parameters } })
    expect(tool?.parameters).toEqual({ type: 'object', properties: {} })
    expect(tool?.source.entry).toEqual({ parameters })
    expect(rows).toMatchObject([{ outcome: 'altered' }])
  })

  it('keeps parameters called as what every object has, and pollutes nothing with them', () => {
    const text =
      '{"type":"object","properties":{"a":{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}}}'
    const parameters = JSON.parse(text) as JsonValue
    const { tool, rows } = collect({ parameters, entry: { parameters } })
    expect(JSON.stringify(tool?.parameters)).toBe(text)
    expect(rows).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('keeps them where a schema is too deep and is cut', () => {
    const deep = nested(100) as { properties: object }
    const text = JSON.stringify(deep).replace('"a":', '"__proto__":{"type":"string"},"a":')
    const { tool } = collect({ parameters: JSON.parse(text) as JsonValue })
    expect(Object.keys(tool?.parameters['properties'] as object)).toEqual(['__proto__', 'a'])
  })

  it('gives the earlier tool for an entry that says the same', () => {
    const collector = collectTools('test', importReport())
    const first = collector.add(entry({}))
    expect(collector.add(entry({}))).toBe(first)
    expect(collector.tools).toHaveLength(1)
  })

  it('skips a repeated entry, and files a different one of the same name under a number', () => {
    const { tools, rows } = collect(
      { entry: { v: 1 } },
      { entry: { v: 1 } },
      { entry: { v: 2 } },
      { entry: { v: 3 } },
      { entry: { v: 2 } },
    )
    expect(tools.map(({ id }) => id)).toEqual(['send_mail', 'send_mail#2', 'send_mail#3'])
    expect(rows.map(({ outcome, entries = 1 }) => [outcome, entries])).toEqual([
      ['skipped', 2],
      ['altered', 1],
      ['altered', 1],
    ])
  })

  it('lets servers have tools of the same name', () => {
    const { tools, rows } = collect({ server: 'a' }, { server: 'b' })
    expect(tools.map(({ id }) => id)).toEqual(['a/send_mail', 'b/send_mail'])
    expect(rows).toEqual([])
  })

  it('says once what holds for many tools, and still where each stood that was skipped', () => {
    const unnamed = Array.from({ length: 60 }, () => ({ name: '' }))
    const silent = Array.from({ length: 60 }, (_, at) => ({ name: `t${at}`, description: '' }))
    const { rows } = collect(...unnamed, ...silent)
    expect(rows.map(({ outcome, entries, first }) => [outcome, entries, first?.length])).toEqual([
      ['skipped', 60, 60],
      ['notice', 60, 20],
    ])
  })

  it('skips a name that no one could call', () => {
    const { tools, rows } = collect({ name: 'n'.repeat(1_000_000) }, { name: 'send' })
    expect(tools.map(({ name }) => name)).toEqual(['send'])
    expect(rows).toMatchObject([
      { outcome: 'skipped', why: expect.stringContaining('1000') as string },
    ])
    expect(JSON.stringify(rows).length).toBeLessThan(2_000)
  })
})
