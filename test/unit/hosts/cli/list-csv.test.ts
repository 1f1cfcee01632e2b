import { beforeEach, describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
beforeEach(() => importSmall())

describe('--csv', () => {
  it('prints a list with every column of the same model as its table', async () => {
    const { out } = await pegboard('golden', 'show', 'asked', ...inSmall, '--csv', '--limit', '1')
    const [head, row] = out.split('\r\n')
    expect(head).toBe('id,query,right tools,leaks,tags,expected calls,labels')
    expect(row).toMatch(/^q1,.+,[a-z_;]+,/)
    const table = (await pegboard('golden', 'show', 'asked', ...inSmall)).out
    expect(table.split('\n')[0]).toMatch(/^id +right tools +tags +query$/)
  })

  it('names logged queries and bundles, with whole moments and ids', async () => {
    await pegboard('history', 'add', 'write to Bob', ...inSmall, '--tool', 'send_email')
    const logged = (await pegboard('history', ...inSmall, '--csv')).out
    expect(logged).toMatch(
      /^id,query,tools it took,logged,from\r\n[\w-]+,write to Bob,send_email,\d{4}-\d\d-\d\dT[^,]+,the Playground\r\n$/,
    )
    const bundles = (await pegboard('history', ...inSmall, '--bundles', '--csv')).out
    expect(bundles).toMatch(
      /^bundle,queries,such as,last logged,first logged\r\nsend_email,1,write to Bob,/,
    )
  })

  it('names tools with what they cost', async () => {
    const list = ['tools', 'list', ...inSmall, '--search', 'email', '--sort', 'name']
    expect((await pegboard(...list)).out).toMatch(
      /^id +parameters +definition tokens +description\nsearch_email +\d+ +\d+ +\S/,
    )
    const { out } = await pegboard(...list, '--csv', '--limit', '1')
    expect(out).toMatch(/^id,tool,server,description,tags,[^\n]+\r\nsearch_email,search_email,/)
    expect((await pegboard('tools', ...inSmall, '--server', 'gone')).out).toBe('No tool fits.\n')
  })

  it('names how far tools are standardised, and what is written for golden queries', async () => {
    const fields = (await pegboard('standardise', 'list', ...inSmall, '--csv')).out
    expect(fields).toMatch(/^tool,fields,why\r\nconvert_currency,not standardised,\r\n/)
    const bundles = ['--by', 'parameters', '--sizes', '1: 1']
    await pegboard('write-golden', ...bundles, ...inSmall)
    const written = (await pegboard('write-golden', 'list', ...inSmall, '--csv')).out
    expect(written).toMatch(
      /^id,query,right tools,state,writer,[^\n]+\r\n[^,]+,[^\n]+,waiting,template: parameters,/,
    )
  })

  it('is not given together with --json', async () => {
    const { code, err } = await pegboard('history', ...inSmall, '--csv', '--json')
    expect({ code, err }).toEqual({
      code: 2,
      err: '--csv and --json are two forms of one answer.\nChoose one.\n',
    })
  })
})
