import { beforeEach, describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const edges = (...args: string[]) => pegboard('edges', ...args, ...inSmall)

beforeEach(importSmall)

describe('pegboard edges', () => {
  it('says that a tool needs another one, lists it from both ends, and takes it back', async () => {
    const why = ['--parameter', 'to', '--reason', 'To find the address.']
    const added = await edges('add', 'send_email', 'search_email', ...why)
    expect(added).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Added: it needs search_email\. send_email has 1 edge now\.\nTo take it back: pegboard undo \S{8}\n$/,
      ) as string,
    })
    expect((await edges('list', 'send_email')).out).toMatch(
      /send_email needs, as its author wrote them:\n[^\n]*\n1 {2}search_email {2}parameter, direct {2}to +To find the address\./,
    )
    expect((await edges('list', 'search_email')).out).toMatch(
      /search_email needs no tool\.\nsearch_email is needed by 1:\n {2}send_email · parameter, direct/,
    )
    expect((await edges('list')).out).toMatch(
      /1 edge between 5 tools; 1 of them are needed by others\.[^]*search_email +1 +0/,
    )
    expect((await edges('remove', 'send_email', 'search_email')).out).toMatch(
      /^Removed the edge to search_email\. send_email has 0 edges now\.\n/,
    )
  })

  it('knows a tool by every way of writing its name, and names those that a name may mean', async () => {
    const { out } = await edges('list', 'functions.Send-Email')
    expect(out).toMatch(/^send_email needs no tool\./)
    await pegboard('tools', 'add', 'send_email', '--server', 'post', ...inSmall)
    expect((await edges('list', 'post__send_email')).out).toMatch(
      /^post\/send_email needs no tool\./,
    )
    const several = await edges('list', 'Send_Email')
    expect(several.err).toContain('Several tools are called “Send_Email”: ')
    expect((await edges('list', 'send_email')).out).toMatch(/^send_email needs no tool\./)
  })

  it('puts an edge at a place, and goes back to what was imported', async () => {
    await edges('add', 'send_email', 'search_email')
    await edges('add', 'send_email', 'create_event', '--at', '1', '--kind', 'tool-indirect')
    const { out } = await edges('list', 'send_email', '--json')
    expect(JSON.parse(out)).toMatchObject({
      origin: 'author',
      needs: [
        { on: 'create_event', kind: 'tool-indirect' },
        { on: 'search_email', kind: 'tool-direct' },
      ],
    })
    const reset = await edges('reset', 'send_email', '--json')
    expect(JSON.parse(reset.out)).toMatchObject({
      tool: 'send_email',
      origin: 'imported',
      needs: [],
    })
  })

  it('says plainly what cannot be', async () => {
    expect(await edges('add', 'send_email', 'rocket')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no tool “rocket” in this catalog.') as string,
    })
    expect((await edges('add', 'send_email', 'send_email')).code).toBe(2)
    expect((await edges('add', 'send_email', 'search_email', '--kind', 'sometimes')).code).toBe(2)
    expect(await edges('remove', 'send_email', 'get_weather')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no such edge') as string,
    })
  })
})
