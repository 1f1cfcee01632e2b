import { describe, expect, it } from 'vitest'
import type { StandardisedFields } from '../../../../src-main/domain/tool/tool'
import type { StandardField } from '../../../../src-main/domain/recipe/field-weights'
import {
  fieldTexts,
  parametersOfFields,
} from '../../../../src-main/pipeline/knowledge-base/standard-fields'
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

  it.each<[StandardField, string[]]>([
    ['description', ['send Mail: Writes to somebody.']],
    ['parameters', ['to: {"type":"string","description":"The reader"}']],
    ['response', ['sent At: When it went out']],
    ['examples', ['Mail the minutes', 'Write home']],
  ])(
    'are those of its definition and its author in %s where a tool is not standardised',
    (field, texts) => {
      const plain = catalogTool(
        'mail/sendMail',
        {
          description: 'Sends a mail.',
          parameters: { properties: { to: { type: 'string', description: 'Who gets it' } } },
          response: { properties: { sentAt: { description: 'When it went out' } } },
          examples: [{ intent: 'Mail the minutes', arguments: {} }],
        },
        {
          description: 'Writes to somebody.',
          parameters: { to: 'The reader' },
          questions: ['Write home'],
        },
      )
      expect(fieldTexts(plain, field)).toEqual(texts)
    },
  )

  it('take a parameter for required where nothing says so', () => {
    const written = {
      ...standardised,
      parameters: { to: {}, cc: { required: false }, subject: { required: true } },
    }
    expect(
      parametersOfFields(catalogTool('send', { standardised: written })).map(
        ({ name, required }) => [name, required],
      ),
    ).toEqual([
      ['to', true],
      ['cc', false],
      ['subject', true],
    ])
  })
})
