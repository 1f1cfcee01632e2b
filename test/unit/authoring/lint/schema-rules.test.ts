import { describe, expect, it } from 'vitest'
import { SCHEMA_RULES } from '../../../../src-main/authoring/lint/schema-rules'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'
import { catalogTool } from '../../../fakes/catalog-tool'
import { lintedBy } from '../../../fakes/linted'

const [broken] = SCHEMA_RULES.filter(({ id }) => id === 'schema-broken')
const found = (parameters: JsonObject) =>
  lintedBy(broken ? [broken] : [], [catalogTool('tool', { parameters })])

describe('faults of a schema', () => {
  it('are told each with the place where it stands, and who refuses it', async () => {
    const findings = await found({
      type: 'object',
      properties: { a: 'string', b: { type: 'str' }, c: { type: 'string', enum: [] } },
      required: ['g'],
    })
    expect(findings.map(({ where, what }) => [where, what])).toEqual([
      [
        'parameters.required.0',
        'What is required is not described at required.0: "g". Refused by Gemini, OpenAI strict.',
      ],
      [
        'parameters.properties.a',
        'Something else stands where a schema belongs at properties.a: "string". Refused by OpenAI, OpenAI strict, Anthropic, Gemini, Bedrock.',
      ],
      [
        'parameters.properties.b.type',
        'There is no such type at properties.b.type: "str". Refused by OpenAI, OpenAI strict, Anthropic, Gemini, Bedrock.',
      ],
      ['parameters.properties.c.enum', '“enum” allows nothing at properties.c.enum.'],
    ])
  })

  it('are as many as a person reads, however large the schema is', async () => {
    const properties = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`p${at}`, 1]))
    expect(await found({ type: 'object', properties })).toHaveLength(20)
  })
})
