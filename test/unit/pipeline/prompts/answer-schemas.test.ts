import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Prompt } from '../../../../src-main/pipeline/prompt'
import { askBackAbout } from '../../../../src-main/pipeline/prompts/ask-back'
import { LONGEST, textOrNothing } from '../../../../src-main/pipeline/prompts/bounds'
import { chooseServers } from '../../../../src-main/pipeline/prompts/choose-servers'
import { coverFunctions } from '../../../../src-main/pipeline/prompts/cover-functions'
import {
  findMissing,
  gradeTools,
  rankTools,
} from '../../../../src-main/pipeline/prompts/judge-tools'
import { planInOne } from '../../../../src-main/pipeline/prompts/plan-in-one'
import { proposeNeeds } from '../../../../src-main/pipeline/prompts/propose-needs'
import { proposeParameters } from '../../../../src-main/pipeline/prompts/propose-parameters'
import { PROMPTS } from '../../../../src-main/pipeline/prompts/registry'
import { readSteps, splitQuery } from '../../../../src-main/pipeline/prompts/split-query'
import { standardiseTool } from '../../../../src-main/pipeline/prompts/standardise-tool'
import { varyStep } from '../../../../src-main/pipeline/prompts/vary-step'
import { writeQueries } from '../../../../src-main/pipeline/prompts/write-queries'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** What a server that holds a model to a schema is told. */
const schemaOf = ({ answer }: Pick<Prompt, 'answer'>): JsonSchema =>
  z.toJSONSchema(answer, { io: 'input' })

/** Every schema within one, itself first, each with its path. */
function within(schema: JsonSchema, path = ''): [string, JsonSchema][] {
  const inner = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => [`${path}.${name}`, each] as const,
  )
  const items = schema.items ? [[`${path}[]`, schema.items] as const] : []
  return [
    [path, schema],
    ...[...inner, ...items].flatMap(([at, each]) => within(each as JsonSchema, at)),
  ]
}

/** Prompts as they are asked, beside those that a workspace may word otherwise. */
const AS_ASKED: readonly Pick<Prompt, 'id' | 'answer'>[] = [
  planInOne(0, false),
  planInOne(3, false),
  splitQuery(false),
  readSteps(false),
  standardiseTool(['city', 'day']),
  proposeParameters(['city', 'day'], () => undefined),
]

describe.each([...PROMPTS, ...AS_ASKED].map((prompt) => [prompt.id, prompt] as const))(
  'the answer to %s',
  (_, prompt) => {
    // Some servers put keys into this order, and a model writes them in it.
    it('names its fields so that their alphabetical order is that of thought', () => {
      for (const [, { properties, required }] of within(schemaOf(prompt))) {
        if (!properties) continue
        const names = Object.keys(properties)
        expect(names).toEqual(names.toSorted())
        expect(required).toEqual(names)
      }
    })

    it('bounds every list and every text', () => {
      for (const [path, schema] of within(schemaOf(prompt))) {
        if (schema.type === 'array') expect([path, schema.maxItems]).not.toContain(undefined)
        if (schema.type !== 'string' || schema.enum) continue
        expect([path, schema.maxLength]).not.toContain(undefined)
      }
    })
  },
)

describe.each(PROMPTS.map((prompt) => [prompt.id, prompt] as const))(
  'the wording of %s',
  (_, { wording, ...prompt }) => {
    it('names the fields of the answer in their order, where it names them', () => {
      const fields = within(schemaOf(prompt)).flatMap(([at]) => /\.(\w+)$/.exec(at)?.[1] ?? [])
      const named = [...wording.matchAll(/(?:^|\. )(\w+): /gm)]
        .map(([, name = '']) => name)
        .filter((name) => fields.includes(name))
      expect(named).toEqual(named.toSorted((a, b) => fields.indexOf(a) - fields.indexOf(b)))
    })

    it('gives no example that could be taken for an answer', () => {
      const quoted = [...wording.matchAll(/“([^”]*)”/g)].map(([, text = '']) => text)
      expect(quoted.filter((text) => /\s/.test(text))).toEqual([])
      expect(wording).not.toContain('`')
      expect(wording).not.toMatch(/for example|such as|e\.g\./i)
    })
  },
)

describe('a number that is asked for', () => {
  const listAt = (prompt: Pick<Prompt, 'answer'>, path: string) => {
    const found = within(schemaOf(prompt)).find(([at]) => at === path)?.[1]
    return [found?.minItems, found?.maxItems]
  }
  const input = { query: { shape: 'query' as const, text: 'mail it' }, held: [] }
  const bundle = { tools: [], style: { detail: 'mixed', length: 'short' } as const }

  it.each([1, 3, 7])('%s is that of the list', (count) => {
    expect(planInOne(count, false).text(input)).toContain(`Variations of each step: ${count}`)
    expect(listAt(planInOne(count, true), '.steps[].variations')).toEqual([count, count])
    expect(varyStep(count).text({ text: 'mail it' })).toContain(`How many ways: ${count}`)
    expect(listAt(varyStep(count), '.texts')).toEqual([count, count])
    const queries = writeQueries(count, () => undefined)
    const asked = queries.text({ ...bundle, style: { ...bundle.style, perBundle: count } })
    expect(asked).toContain(`How many queries: ${count}`)
    expect(listAt(queries, '.queries')).toEqual([count, count])
  })

  it('of none leaves no room for any', () => {
    expect(within(schemaOf(planInOne(0, true))).map(([path]) => path)).not.toContain(
      '.steps[].variations',
    )
  })

  it.each([1, 4])('of %s tools or servers that are shown bounds those that are named', (count) => {
    expect(listAt(rankTools(count), '.tools')).toEqual([undefined, count])
    expect(listAt(gradeTools(count), '.irrelevant')).toEqual([undefined, count])
    expect(listAt(coverFunctions(count), '.functions[].solvedBy')).toEqual([undefined, count])
    expect(listAt(chooseServers(count), '.servers')).toEqual([undefined, count])
    expect(listAt(proposeNeeds(count), '.needs')).toEqual([undefined, count])
  })

  it.each(
    PROMPTS.flatMap((prompt) =>
      [...prompt.wording.matchAll(/no more than (\d+)/g)].map(
        ([, most = '']) => [prompt.id, Number(most), prompt] as const,
      ),
    ),
  )('%s at most: %s', (_, most, prompt) => {
    // What is thought freely is no list.
    const bounds = within(schemaOf(prompt)).flatMap(([, { maxItems }]) => maxItems ?? [])
    if (bounds.length > 0) expect(bounds).toContain(most)
  })
})

it('a plan is asked about tools held only where there are any', () => {
  for (const asked of [planInOne, (_: number, holds: boolean) => splitQuery(holds)]) {
    expect(Object.keys(schemaOf(asked(2, true)).properties ?? {}).at(-1)).toBe('toolsHeld')
    expect(Object.keys(schemaOf(asked(2, false)).properties ?? {})).not.toContain('toolsHeld')
  }
})

/** What models write where a text is to be empty. */
const NOTHINGS = [
  '',
  ' ',
  'none',
  'None.',
  'NONE',
  '“none”',
  '(none)',
  'n/a',
  'N/A.',
  'nothing',
  'Nothing.',
  'null',
  'nil',
  'empty',
  '-',
  '–',
  '""',
  null,
  undefined,
  [],
  ['none'],
]

describe('a text that is to be empty where there is nothing', () => {
  const read = (given: unknown) => textOrNothing(LONGEST.sentence).parse(given)

  it.each(NOTHINGS.map((given) => [given] as const))(
    'is empty where a model writes %j',
    (given) => {
      expect(read(given)).toBe('')
    },
  )

  it.each([
    'none of the tools sends mail',
    'Nothing else matters',
    'nonexistent',
    'a tool that sends null bytes',
    'no',
    'done',
    '0',
    'name',
  ])('is what it says where a model writes “%s”', (given) => {
    expect(read(given)).toBe(given)
  })

  it('is shown to a server as a bounded text', () => {
    for (const prompt of [findMissing, askBackAbout]) {
      const texts = Object.values(schemaOf(prompt).properties ?? {})
      for (const each of texts) {
        expect(each).toEqual({ type: 'string', maxLength: LONGEST.sentence })
      }
    }
  })
})
