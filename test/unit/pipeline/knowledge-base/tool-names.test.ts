import { expect, it } from 'vitest'
import { toolNames } from '../../../../src-main/pipeline/knowledge-base/tool-names'
import { catalogTool, id } from '../../../fakes/catalog-tool'

const toolsOf = (...ids: string[]) =>
  new Map(ids.map((each) => [id(each), catalogTool(each)] as const))

it('serve a later catalog in which tools are others, and are made anew where some came or went', async () => {
  const tools = toolsOf('mail/send', 'mail/read')
  const value = toolNames(tools)
  const first = await value
  const changed = new Set([id('mail/send')])
  expect(await toolNames(tools, { value, changed })).toBe(first)

  const added = new Set([id('chat/send')])
  const more = await toolNames(toolsOf('mail/send', 'mail/read', 'chat/send'), {
    value,
    changed: added,
  })
  expect(more.called('send')).toEqual(['mail/send', 'chat/send'])
  const fewer = await toolNames(toolsOf('mail/read'), { value, changed })
  expect([fewer.called('send'), fewer.called('mail/send')]).toEqual([[], []])
})

it('tell tools of one name apart by their server, whichever way it is written', async () => {
  const { called } = await toolNames(toolsOf('GitHub API/list', 'git__lab/list', 'list'))
  expect(called('mcp__GitHub_API__list')).toEqual(['GitHub API/list'])
  expect(called('github-api/list')).toEqual(['GitHub API/list'])
  expect(called('git__lab__list')).toEqual(['git__lab/list'])
  expect(called('list')).toEqual(['GitHub API/list', 'git__lab/list', 'list'])
  expect(called('mcp/list')).toEqual(['GitHub API/list', 'git__lab/list', 'list'])
})

it('are those that the author gave, and the ids that stay', async () => {
  const before = toolsOf('git/list', 'mail/send')
  const value = toolNames(before)
  const imported = { name: 'list', description: '', parameters: {} }
  const renamed = catalogTool('git/list', { name: 'list_issues', imported })
  const tools = new Map(before).set(id('git/list'), renamed)
  const { called } = await toolNames(tools, { value, changed: new Set([id('git/list')]) })
  expect(called('git__list_issues')).toEqual(['git/list'])
  expect(called('list')).toEqual(['git/list'])
})

it('are looked up among the tools that may be given', async () => {
  const { called } = await toolNames(toolsOf('x/Send', 'mail/send'))
  expect(called('Send')).toEqual(['x/Send'])
  expect(called('Send', new Set([id('mail/send')]))).toEqual(['mail/send'])
})
