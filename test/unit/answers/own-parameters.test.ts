import { describe, expect, it } from 'vitest'
import { ownArguments, shownSchema } from '../../../src-main/answers/own-parameters'
import { meansTool, ownParameters } from '../../../src-main/domain/tool/own-parameters'
import { id } from '../../fakes/catalog-tool'

const SCHEMA = {
  type: 'object',
  properties: {
    region: { type: 'string' },
    account: { type: 'integer' },
    name: { type: 'string' },
  },
  required: ['name', 'account'],
}
const rulesOf = (...rules: { of: string; parameter: string; value?: number | string }[]) =>
  ownParameters(rules, id('aws/list_all'))

describe('a pattern of tools', () => {
  it.each([
    ['aws/list_all', true],
    ['aws/*', true],
    ['*', true],
    ['*/list_*', true],
    ['aws/*_all', true],
    ['a*s/*l*l', true],
    ['aws/list', false],
    ['gcp/*', false],
    ['aws/list_all*x', false],
    ['*list_all*list_all', false],
  ])('“%s” means the tool: %s', (of, expected) => {
    expect(meansTool(of, id('aws/list_all'))).toBe(expected)
  })
})

describe('the parameters that agents are shown', () => {
  it('are all but those hidden and pinned; one that is required is only pinned', () => {
    const shown = shownSchema(
      SCHEMA,
      rulesOf(
        { of: '*', parameter: 'region' },
        { of: '*', parameter: 'account', value: 7 },
        { of: '*', parameter: 'name' },
      ),
    )
    expect(shown).toEqual({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    })
  })

  it('are as they came where no rule means the tool', () => {
    expect(shownSchema(SCHEMA, rulesOf({ of: 'gcp/*', parameter: 'region' }))).toBe(SCHEMA)
    expect(shownSchema(SCHEMA, rulesOf({ of: '*', parameter: 'zone' }))).toBe(SCHEMA)
  })
})

describe('the arguments of a call', () => {
  it('hold what is pinned whatever the agent wrote, and nothing that is hidden', () => {
    const rules = rulesOf(
      { of: '*', parameter: 'region' },
      { of: 'aws/*', parameter: 'account', value: 7 },
    )
    expect(ownArguments(SCHEMA, { name: 'a', account: 8, region: 'eu' }, rules)).toEqual({
      given: { name: 'a', account: 7 },
      told: [
        '“account” was not taken: the owner of the tool pinned it.',
        '“region” was left out: the owner of the tool hid it.',
      ],
    })
    expect(ownArguments(SCHEMA, { name: 'a' }, rules).told).toEqual([])
  })
})
