import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { chatModel, startFakeOllama } from '../../../fakes/ollama/ollama-server'
import { answering } from '../../../fakes/ollama/speech'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()
const asking = (text: string, ...more: string[]) =>
  pegboard('query', text, ...inSmall, '--recipe', 'dense', ...more)

describe('pegboard query --below', () => {
  it('shows the cut and the next tools, as they stand with a larger k', async () => {
    await importSmall()
    const [, , , third] = (await asking('send an email', '-k', '3')).out.split('\n')
    const { out } = await asking('send an email', '-k', '2', '--below', '1')
    const lines = out.split('\n')
    expect(lines[3]).toBe('── cut at k = 2 ──')
    expect(lines[4]).toBe(third)
    expect(lines[5]).toMatch(/^2 tools, /)
    const { out: json } = await asking('send an email', '-k', '2', '--below', '1', '--json')
    expect(JSON.parse(json)).toMatchObject({
      below: [{ rank: 3, why: 'below the cut at k = 2' }],
    })
  })

  it('says which tools are left out for another reason', async () => {
    await importSmall()
    const { out } = await asking('send an email', '--below', '2', '--option', 'threshold=0.99')
    expect(out).toMatch(/── left out: below the score threshold 0\.99 ──\n1 {2}/)
  })
})

describe('pegboard query with a query of a golden set', () => {
  const text = 'put the meeting into the calendar and email it'

  it('marks the right tools and names those that are missing, with their place', async () => {
    await importSmall()
    const { out } = await asking(text, '-k', '1', '--below', '4')
    expect(out).toMatch(/✓ {2}\d {2}create_event/)
    expect(out).toMatch(/✓ {2}\d {2}send_email/)
    expect(out).toMatch(
      /\n1 of 2 right tools \(golden set asked\); missing: (send_email|create_event) #\d\.\n/,
    )
    const all = await asking(text, '-k', '5')
    expect(all.out).toContain('2 of 2 right tools (golden set asked).')
    expect(JSON.parse((await asking(text, '--json')).out)).toMatchObject({
      golden: { sets: ['asked'], tools: ['create_event', 'send_email'] },
    })
  })

  it('says nothing of right tools where no set holds it', async () => {
    await importSmall()
    const { out } = await asking('send an email')
    expect(out).not.toMatch(/✓|right tools/)
  })
})

describe('pegboard query --why', () => {
  it('names the filters that keep a tool out, and how to ask without them', async () => {
    const tools = JSON.parse(await readFile(at('tools.json'), 'utf8')) as object[]
    await writeFile(at('crm.json'), JSON.stringify(tools))
    await pegboard('import', 'crm.json', ...inSmall, '--server', 'crm')
    const why = await asking('send an email', '--why', 'crm/send_email', '--option', 'servers=docs')
    expect(why.out).toBe(
      'crm/send_email: Left out before ranking: server is crm, and only docs was chosen.\n' +
        '  To ask without this filter, leave out --option servers=…\n',
    )
  })

  it('tells words as they were written', async () => {
    await importSmall()
    const { out } = await pegboard(
      ...['query', 'The Weather forecasts of Kiew', ...inSmall],
      ...['--recipe', 'bm25', '--why', 'get_weather'],
    )
    expect(out).toContain('words of the query that its document matches: Weather forecasts\n')
    expect(out).toContain('words that it does not: Kiew\n')
  })
})

describe('pegboard query with tools that need tools', () => {
  const graph = ['--recipe', 'graph-rag-tool-fusion', '--option', 'seeds=1']
  const needs = (...on: string[]) =>
    on.map((tool) => ({ on: tool, kind: 'tool-direct', reason: 'it must be' }))
  const importNeeding = async () => {
    const tools = [
      { name: 'send_mail', description: 'Sends a mail.', dependencies: needs('log_in', 'vault') },
      { name: 'log_in', description: 'Opens a session.', dependencies: needs('wifi') },
      { name: 'wifi', description: 'Turns the network on.' },
      { name: 'vault', description: 'Keeps keys.', visibility: 'hidden' },
    ]
    const server = { server: 'mail', tools: tools.map((tool) => ({ ...tool, parameters: {} })) }
    await mkdir(at('folder/servers'), { recursive: true })
    await writeFile(at('folder/servers/mail.json'), JSON.stringify(server))
    return pegboard('import', 'folder', ...inSmall)
  }

  it('shows them in groups, each with the edge that brought it, and what is lacking', async () => {
    await importNeeding()
    const { out } = await pegboard('query', 'send a mail', ...inSmall, ...graph, '-k', '2')
    expect(out).toMatch(/1 {2}send_mail .*Sends a mail/)
    expect(out).toMatch(/2 {2}└ log_in .*needed by mail\/send_mail: it must be/)
    expect(out).toContain('2 tools (1 found, 1 that these need), ')
    expect(out).toContain(
      'mail/send_mail also needs wifi (cut), vault (kept back by the filters).\n',
    )
    const json = await pegboard('query', 'send a mail', ...inSmall, ...graph, '-k', '2', '--json')
    expect(JSON.parse(json.out)).toMatchObject({
      groups: [
        {
          main: 'mail/send_mail',
          given: true,
          needs: [
            { tool: 'mail/log_in', status: 'given', edge: 'tool-direct', distance: 1 },
            { tool: 'mail/wifi', status: 'cut', from: 'mail/log_in', distance: 2 },
            { tool: 'mail/vault', status: 'kept-back' },
          ],
        },
      ],
    })
  })

  it('tells of a tool in the table of two recipes who needs it', async () => {
    await importNeeding()
    const { out } = await pegboard(
      ...['query', 'send a mail', ...inSmall, '-k', '2'],
      ...[...graph, '--recipe', 'bm25'],
    )
    expect(out).toContain('log_in (mail), for mail/send_mail')
  })
})

it('pegboard query prints what the planner would ask back, where it is to', async () => {
  const model = chatModel({
    says: answering((prompt) =>
      prompt.startsWith('Say whether')
        ? { ambiguity: 'mail: a letter or an email', question: 'A letter or an email?' }
        : { rewritten: 'send a mail', steps: [{ action: 'send a mail', difficulty: 'easy' }] },
    ),
  })
  const server = await startFakeOllama([model])
  onTestFinished(() => server.close())
  vi.stubEnv('OLLAMA_HOST', server.url)
  await importSmall()
  await pegboard('models', 'use', model.name, '--for', 'chat')
  const planned = ['--recipe', 'toolshed', '--option', 'planner=model', '--option', 'variations=0']
  const ask = (...more: string[]) =>
    pegboard('query', 'send a mail', ...inSmall, ...planned, ...more)
  const { out } = await ask('--option', 'askBack=true', '--trace')
  expect(out).toContain('Asks back: A letter or an email?')
  expect(out).toContain('asks back: A letter or an email?')
  expect((await ask()).out).not.toMatch(/asks back/i)
})

describe('pegboard query --option', () => {
  it.each(['luck', 'constructor', 'toString', '__proto__'])(
    'names the options there are where there is none called %s',
    async (name) => {
      await importSmall()
      const { code, err } = await asking('send an email', '--option', `${name}=1`)
      expect(code).toBe(2)
      expect(err).toContain(`There is no option “${name}”.`)
      expect(err).toMatch(/The recipe “dense” takes .*threshold/)
    },
  )
})
