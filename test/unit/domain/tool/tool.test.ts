import { describe, expect, it } from 'vitest'
import {
  definitionOf,
  dependenciesOf,
  isEdited,
  tagsOf,
  visibilityOf,
} from '../../../../src-main/domain/tool/catalog-tool'
import { JsonValue, Tool, toolId, type Dependency } from '../../../../src-main/domain/tool/tool'
import { catalogTool, id } from '../../../fakes/catalog-tool'

const needs = (on: string): Dependency => ({ on: id(on), kind: 'tool-direct' })

describe('a tool', () => {
  it('is identified by its name, within its server where it has one', () => {
    expect(toolId('send', 'mail')).toBe('mail/send')
    expect(toolId('send')).toBe('send')
    expect(toolId('send', '')).toBe('send')
  })

  it('has the author’s tags, visibility and dependencies before the imported ones', () => {
    const tool = { tags: ['old'], visibility: 'public' as const, dependencies: [needs('a')] }
    const layer = { tags: ['new'], visibility: 'hidden' as const, dependencies: [needs('b')] }
    const imported = catalogTool('send', tool)
    const edited = catalogTool('send', tool, layer)
    expect([tagsOf(imported), visibilityOf(imported)]).toEqual([['old'], 'public'])
    expect([tagsOf(edited), visibilityOf(edited)]).toEqual([['new'], 'hidden'])
    expect(dependenciesOf(imported)).toEqual([needs('a')])
    expect(dependenciesOf(edited)).toEqual([needs('b')])
  })

  it('loses all tags and dependencies where the author emptied them', () => {
    const emptied = catalogTool(
      'send',
      { tags: ['old'], dependencies: [needs('a')] },
      {
        tags: [],
        dependencies: [],
      },
    )
    expect(tagsOf(emptied)).toEqual([])
    expect(dependenciesOf(emptied)).toEqual([])
  })

  it('is edited when its layer says anything', () => {
    expect(isEdited({})).toBe(false)
    expect(isEdited({ note: undefined })).toBe(false)
    expect(isEdited({ description: '' })).toBe(true)
  })

  it('needs a name and a known visibility to be read', () => {
    const { tool } = catalogTool('send')
    expect(Tool.safeParse(tool).success).toBe(true)
    expect(Tool.safeParse({ ...tool, name: '' }).success).toBe(false)
    expect(Tool.safeParse({ ...tool, visibility: 'secret' }).success).toBe(false)
  })

  it('keeps JSON of any shape as its source', () => {
    const entry = { deep: [{ a: null, b: [1, 'x', true] }] }
    expect(JsonValue.parse(entry)).toEqual(entry)
    expect(JsonValue.safeParse({ not: () => 'JSON' }).success).toBe(false)
  })
})

describe('the model-facing definition', () => {
  const parameters = { type: 'object', properties: { to: { type: 'string' } } }

  it('is the tool as imported, in the shape of OpenAI’s chat API', () => {
    const tool = catalogTool('mail/send', { description: 'Sends a mail.', parameters })
    expect(definitionOf(tool)).toEqual({
      type: 'function',
      function: { name: 'send', description: 'Sends a mail.', parameters },
    })
  })

  it('holds of the author’s layer the model-facing description and nothing else', () => {
    const plain = catalogTool('mail/send', { description: 'Sends a mail.', parameters })
    const retrieval = {
      description: 'Letters, post, messages.',
      questions: ['Write to Ann'],
      topics: ['post'],
      parameters: { to: 'Who gets it' },
      tags: ['x'],
      note: 'ask Bob',
    }
    expect(definitionOf({ ...plain, layer: retrieval })).toEqual(definitionOf(plain))
    const facing = definitionOf({ ...plain, layer: { ...retrieval, modelDescription: 'Mails.' } })
    expect(facing).toEqual({
      type: 'function',
      function: { name: 'send', description: 'Mails.', parameters },
    })
  })
})
