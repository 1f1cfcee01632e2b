import { describe, expect, it } from 'vitest'
import type { StandardisedFields } from '../../../../src-main/domain/tool'
import type { StandardField } from '../../../../src-main/pipeline/kit'
import { fieldTexts } from '../../../../src-main/pipeline/knowledge-base/standard-fields'
import { catalogTool } from '../../../fakes/catalog-tool'

const standardised: StandardisedFields = {
  description: 'Sends a mail.',
  parameters: { to: { type: 'string', description: 'Who gets it' }, urgent: { type: 'boolean' } },
  response: 'Whether it was sent.',
  examples: [
    { intent: 'Mail the minutes', arguments: { to: 'team' } },
    { arguments: { to: 'nobody' } },
    { intent: 'Write to the bank', arguments: {} },
  ],
}

describe('the texts of a standardised field', () => {
  it.each<[StandardField, string[]]>([
    ['description', ['Sends a mail.']],
    ['response', ['Whether it was sent.']],
    [
      'parameters',
      ['to: {"type":"string","description":"Who gets it"}', 'urgent: {"type":"boolean"}'],
    ],
    ['examples', ['Mail the minutes', 'Write to the bank']],
  ])('are of %s', (field, texts) => {
    expect(fieldTexts(catalogTool('mail/send', { standardised }), field)).toEqual(texts)
  })

  it.each<StandardField>(['description', 'parameters', 'response', 'examples'])(
    'are none of %s where a tool is not standardised',
    (field) => {
      const plain = catalogTool('mail/send', {
        description: 'Sends a mail.',
        parameters: { properties: { to: {} } },
        examples: [{ intent: 'Mail the minutes', arguments: {} }],
      })
      expect(fieldTexts(plain, field)).toEqual([])
    },
  )
})
