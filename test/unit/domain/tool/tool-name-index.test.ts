import { describe, expect, it } from 'vitest'
import { toolNameIndex } from '../../../../src-main/domain/tool/tool-name-index'
import { id } from '../../../fakes/catalog-tool'

const indexOf = (...ids: string[]) => {
  const index = toolNameIndex()
  for (const each of ids) index.add(id(each), [each])
  return index
}

const LONG = 'reads_every_open_issue_of_a_repository_with_all_its_comments_and_labels'

describe('a tool is found', () => {
  const index = indexOf('github/create_issue', 'gitlab/create_issue', 'github/list-issues', 'ping')

  it.each([
    'github/create_issue',
    'github__create_issue',
    'mcp__github__create_issue',
    'github.create_issue',
    'GitHub.Create-Issue',
    'github:create_issue',
    'mcp_github_create_issue',
    'functions.github__create_issue',
    'default_api.github_create_issue',
    ' github/create_issue ',
  ])('by its server and name as %s', (name) => {
    expect(index.called(name)).toEqual(['github/create_issue'])
  })

  it.each(['list-issues', 'list_issues', 'functions.list_issues', 'tools/list-issues'])(
    'by its name alone as %s, where only one has it',
    (name) => {
      expect(index.called(name)).toEqual(['github/list-issues'])
    },
  )

  it('with all others of its name', () => {
    expect(index.called('create_issue')).toEqual(['github/create_issue', 'gitlab/create_issue'])
  })

  it.each(['slack/create_issue', 'create', '', '…', 'tools_list_issues'])(
    'by no other name, such as “%s”',
    (name) => {
      expect(index.called(name)).toEqual([])
    },
  )

  it('under the name of a server, where none is known of it and it is surely meant', () => {
    expect(index.called('mcp__net__ping')).toEqual([])
    expect(index.meant('mcp__net__ping')).toEqual(['ping'])
    expect(index.meant('net.example.create_issue')).toEqual([])
  })
})

describe('a tool whose name a provider altered is found', () => {
  const index = indexOf('büro/größe', 'büro/höhe', `git/${LONG}`, 'git/short')

  it('where `_` stands for what it does not take', () => {
    expect(index.called('b_ro__gr__e')).toEqual(['büro/größe'])
    expect(index.called('gr__e')).toEqual(['büro/größe'])
  })

  it('where it was cut', () => {
    expect(index.called(`git__${LONG}`.slice(0, 64))).toEqual([`git/${LONG}`])
    expect(index.called(LONG.slice(0, 64))).toEqual([`git/${LONG}`])
    expect(index.called(`mcp__git__${LONG}`.slice(0, 64))).toEqual([`git/${LONG}`])
  })

  it('only where it is as long as what providers leave', () => {
    expect(index.called(LONG.slice(0, 40))).toEqual([])
  })

  it('with all that it may be', () => {
    const alike = indexOf(`a/${LONG}_one`, `a/${LONG}_two`)
    expect(alike.called(`a__${LONG}`.slice(0, 64))).toEqual([`a/${LONG}_one`, `a/${LONG}_two`])
  })
})
