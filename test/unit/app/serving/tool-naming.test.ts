import { describe, expect, it } from 'vitest'
import { toolNaming } from '../../../../src-main/app/serving/tool-naming'
import { catalogTool, id } from '../../../fakes/catalog-tool'

const naming = (...addresses: string[]) =>
  toolNaming(addresses.map((address) => catalogTool(address)))

describe('a served tool is called', () => {
  const { nameOf } = naming('mail/send', 'chat/send', 'mail/list')

  it('by its own name', () => {
    expect(nameOf(id('mail/list'))).toBe('list')
  })

  it('by its id where another has the same name', () => {
    expect([nameOf(id('mail/send')), nameOf(id('chat/send'))]).toEqual(['mail/send', 'chat/send'])
  })

  it('by its own name where another differs from it in case alone', () => {
    expect(naming('mail/send', 'chat/Send').nameOf(id('mail/send'))).toBe('send')
  })

  it('by its id where its name is another one’s id', () => {
    const { nameOf: name } = naming('send', 'mail/send')
    expect([name(id('send')), name(id('mail/send'))]).toEqual(['send', 'mail/send'])
  })
})

describe('a name means', () => {
  const { called } = naming('mail/send', 'chat/Send', 'chat/list')

  it.each([
    ['the tool of this name', 'list', ['chat/list']],
    ['the tool of this id', 'mail/send', ['mail/send']],
    ['the tool in the case that it is written in, where there is one', 'Send', ['chat/Send']],
    ['all in any case, where there is none', 'SEND', ['mail/send', 'chat/Send']],
    ['a tool by an id in another case', 'Chat/LIST', ['chat/list']],
    ['nothing where no tool has it', 'delete', []],
  ])('%s', (_, name, tools) => {
    expect(called(name)).toEqual(tools)
  })

  it('a tool once whose id is its name', () => {
    expect(naming('send').called('SEND')).toEqual(['send'])
  })
})
