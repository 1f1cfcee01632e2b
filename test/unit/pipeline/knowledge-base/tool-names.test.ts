import { expect, it } from 'vitest'
import { toolNames } from '../../../../src-main/pipeline/knowledge-base/tool-names'
import { id } from '../../../fakes/catalog-tool'

const toolsOf = (...ids: string[]) => new Map(ids.map((each) => [id(each), each]))

it('serve a later catalog in which tools are others, and are made anew where some came or went', async () => {
  const tools = toolsOf('mail/send', 'mail/read')
  const value = toolNames(tools, undefined)
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
  const { called } = await toolNames(toolsOf('GitHub API/list', 'git__lab/list', 'list'), undefined)
  expect(called('mcp__GitHub_API__list')).toEqual(['GitHub API/list'])
  expect(called('github-api/list')).toEqual(['GitHub API/list'])
  expect(called('git__lab__list')).toEqual(['git__lab/list'])
  expect(called('list')).toEqual(['GitHub API/list', 'git__lab/list', 'list'])
  expect(called('mcp/list')).toEqual(['GitHub API/list', 'git__lab/list', 'list'])
})
