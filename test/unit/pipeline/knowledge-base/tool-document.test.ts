import { describe, expect, it } from 'vitest'
import {
  COMPONENTS,
  EMBEDDED_COMPONENTS,
  MATCHED_COMPONENTS,
  TOOLSHED_COMPONENTS,
  type Component,
} from '../../../../src-main/domain/tool/document'
import type { AuthorLayer, JsonObject, Tool } from '../../../../src-main/domain/tool/tool'
import {
  documentParts,
  documentText,
} from '../../../../src-main/pipeline/knowledge-base/tool-document'
import { catalogTool } from '../../../fakes/catalog-tool'

const PARAMETERS: JsonObject = {
  type: 'object',
  properties: {
    to: { type: 'array', description: 'Addresses of the recipients' },
    urgent: { enum: ['low', 'high', 3, null] },
  },
}
const sendEmail = (tool: Partial<Tool> = {}, layer: AuthorLayer = {}) =>
  catalogTool(
    'mail/send_email',
    { description: 'Sends an e-mail.', parameters: PARAMETERS, ...tool },
    layer,
  )
const layer: AuthorLayer = {
  description: 'Writes a letter and mails it.',
  modelDescription: 'Sends mail. Call once.',
  questions: ['Mail the minutes to the team', 'Write to Ann'],
  topics: ['e-mail', 'outgoing mail'],
  whenToUse: 'When somebody outside is to read it.',
  limits: 'Does not read mail: read_mail does.',
  tags: ['post'],
  parameters: { to: 'Who gets it' },
  note: 'ask Bob',
}

const textOf = (component: Component, entry = sendEmail({}, layer)) =>
  documentText(entry, [component])

describe('a tool document', () => {
  it.each<[Component, string]>([
    ['name', 'send_email'],
    ['description', 'Sends an e-mail.'],
    ['parameters', 'to: Addresses of the recipients\nurgent'],
    ['questions', ''],
    ['topics', ''],
    ['whenToUse', ''],
    ['limits', ''],
    ['tags', 'mail, out'],
    ['values', 'low, high'],
    ['server', 'mail'],
  ])('has as %s what was imported', (component, text) => {
    expect(textOf(component, sendEmail({ tags: ['mail', 'out'] }))).toBe(text)
  })

  it.each<[Component, string]>([
    ['name', 'send_email'],
    ['description', 'Writes a letter and mails it.'],
    ['parameters', 'to: Who gets it\nurgent'],
    ['questions', 'Mail the minutes to the team\nWrite to Ann'],
    ['topics', 'e-mail, outgoing mail'],
    ['whenToUse', 'When somebody outside is to read it.'],
    ['limits', 'Does not read mail: read_mail does.'],
    ['tags', 'post'],
  ])('has as %s what the author wrote', (component, text) => {
    expect(textOf(component)).toBe(text)
  })

  it('never holds what is meant for agents or colleagues', () => {
    const text = documentText(sendEmail({}, layer), COMPONENTS)
    expect(text).not.toContain('Call once')
    expect(text).not.toContain('ask Bob')
  })

  it('is by default Toolshed’s where nobody wrote more and there are no servers and tags', () => {
    const { whenToUse: _, limits: __, tags: ___, ...before } = layer
    for (const components of [MATCHED_COMPONENTS, EMBEDDED_COMPONENTS]) {
      const five = components.filter((component) => TOOLSHED_COMPONENTS.includes(component))
      const entry = sendEmail({ server: undefined }, before)
      expect(documentText(entry, components)).toBe(documentText(entry, five))
    }
  })

  it('holds by default when to use a tool, and not what it does not do', () => {
    for (const components of [MATCHED_COMPONENTS, EMBEDDED_COMPONENTS]) {
      const text = documentText(sendEmail({}, layer), components)
      expect(text).toContain('When somebody outside is to read it.')
      expect(text).not.toContain('read_mail')
    }
  })

  it('has its components in the order asked for, without the empty ones', () => {
    const parts = documentParts(sendEmail(), ['topics', 'description', 'name'])
    expect(parts).toEqual([
      { component: 'description', text: 'Sends an e-mail.' },
      { component: 'name', text: 'send_email' },
    ])
    expect(documentText(sendEmail(), ['description', 'name'])).toBe('Sends an e-mail.\nsend_email')
  })

  it('lets the author blank out the description', () => {
    expect(textOf('description', sendEmail({}, { description: '' }))).toBe('')
  })

  it('names the title beside the name unless it says the same', () => {
    expect(textOf('name', sendEmail({ title: 'Outgoing mail' }))).toBe('send_email Outgoing mail')
    expect(textOf('name', sendEmail({ title: 'Send Email' }))).toBe('send_email')
  })
})

describe('the parameters of a tool document', () => {
  const parametersOf = (parameters: JsonObject) =>
    textOf('parameters', sendEmail({ parameters })).split('\n')

  it('go into objects and lists of objects', () => {
    const guest = { type: 'object', properties: { name: { description: 'Full name' } } }
    const lines = parametersOf({
      properties: { host: guest, guests: { type: 'array', description: 'Who', items: guest } },
    })
    expect(lines).toEqual(['host', 'name: Full name', 'guests: Who', 'name: Full name'])
  })

  it('end at the fourth level', () => {
    const nested = (level: number): JsonObject => ({
      properties: { [`level${level}`]: level < 9 ? nested(level + 1) : {} },
    })
    expect(parametersOf(nested(1))).toEqual(['level1', 'level2', 'level3', 'level4'])
  })

  it('give an inner parameter its own description, not that of a namesake', () => {
    const entry = sendEmail(
      { parameters: { properties: { box: { properties: { to: { description: 'inner' } } } } } },
      { parameters: { to: 'outer' } },
    )
    expect(textOf('parameters', entry)).toBe('box\nto: inner')
  })

  it('may have a name that every object has', () => {
    const parameters: JsonObject = { properties: { constructor: { description: 'Who built it' } } }
    const written = { parameters: { toString: 'unused' } } as unknown as AuthorLayer
    const entry = sendEmail({ parameters }, written)
    expect(textOf('parameters', entry)).toBe('constructor: Who built it')
  })

  it.each<[string, JsonObject]>([
    ['no properties', { type: 'object' }],
    ['properties that are a list', { properties: ['a'] }],
    ['properties that are text', { properties: 'a' }],
  ])('are empty with %s', (_, parameters) => {
    expect(textOf('parameters', sendEmail({ parameters }))).toBe('')
  })

  it('take a schema that is no object for its name alone', () => {
    expect(
      parametersOf({ properties: { any: true, odd: null, number: { description: 5 } } }),
    ).toEqual(['any', 'odd', 'number'])
  })
})

it('holds a part only as far as it can be matched and embedded quickly, and says how much is left out', () => {
  const entry = sendEmail({ description: 'very '.repeat(200_000) })
  const [name, description] = documentParts(entry, ['name', 'description'])
  expect(name).toEqual({ component: 'name', text: 'send_email' })
  expect(description).toMatchObject({ leftOut: 968_000 })
  expect(description?.text).toHaveLength(32_000)
})
