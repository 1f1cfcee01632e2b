import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { terminalInFolder } from './terminal-in-folder'

const { at, pegboard } = terminalInFolder()

const TOPICS = 'invoice visa flight recipe parcel tenant lawn violin insurance garage'.split(' ')
const DEEDS = 'cancel translate print weigh insure photograph'.split(' ')

/** Tools whose names say what others do: what each does stands behind its first sentence. */
const tools = TOPICS.flatMap((topic, at) =>
  DEEDS.map((deed, of) => ({
    name: `${TOPICS[(at + 3) % TOPICS.length]}_${DEEDS[(of + 2) % DEEDS.length]}`,
    description: `Number ${at * DEEDS.length + of} of the office suite. It can ${deed} a ${topic} for a customer.`,
    inputSchema: { type: 'object', properties: {} },
  })),
)
const queries = TOPICS.flatMap((topic, at) =>
  DEEDS.map((deed, of) => ({
    id: `${deed} ${topic}`,
    query: `${deed} the ${topic} of a customer`,
    tools: [tools[at * DEEDS.length + of]?.name],
  })),
)
const WORKSPACE = "the office's"
const inOffice = ['--workspace', WORKSPACE]

/** Tools named by words that no embedder knows. */
const coded = Array.from({ length: 40 }, (_, at) => ({
  name: `qx${at}zv`,
  description: 'Runs the job of this name.',
  inputSchema: { type: 'object', properties: {} },
}))
const askedByCode = coded.map(({ name }) => ({ query: `please run qx ${name}`, tools: [name] }))

async function office(of: { tools: object[]; queries: object[] }): Promise<void> {
  await writeFile(at('office.json'), JSON.stringify({ tools: of.tools }))
  await writeFile(at('asked.json'), JSON.stringify(of.queries))
  await pegboard('import', 'office.json', ...inOffice)
  await pegboard('import-golden', 'asked.json', '--name', 'asked', ...inOffice)
}

/** Types what was printed behind `label` as a shell does. */
async function typed(out: string, label: string) {
  const line = out.split('\n').find((each) => each.startsWith(`${label}: pegboard `)) ?? ''
  const command = line.slice(`${label}: pegboard `.length)
  const words = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command}`]).toString()
  return pegboard(...words.split('\0').slice(0, -1))
}

const tune = (...more: string[]) =>
  pegboard('tune', '--golden', 'asked', '--k', '2', ...more, ...inOffice)

const worksWith = async () => (await pegboard('work-with', ...inOffice)).out

describe('what tune prints to be typed', () => {
  it('keeps settings under a free name and works with them', async () => {
    await office({ tools, queries })
    const own = ['--recipe', 'hybrid', '--option', 'clauses=false', ...inOffice]
    expect(await pegboard('recipes', 'save', 'hybrid-tuned', ...own)).toMatchObject({ code: 0 })
    const given = ['--recipe', 'hybrid', '--option', 'denseWeight=0.7']
    const { out } = await tune(...given)
    expect(out).toContain('Keep it: pegboard recipes save hybrid-tuned-2 --recipe hybrid')
    expect(await typed(out, 'Keep it')).toMatchObject({ code: 0 })
    expect(await typed(out, 'Use it')).toMatchObject({ code: 0 })
    expect(await worksWith()).toContain('“hybrid-tuned-2”, hybrid with')
  }, 60_000)

  it('works with another recipe that is better, also one of its own options', async () => {
    await office({ tools: coded, queries: askedByCode })
    const { out } = await tune('--recipe', 'dense', '--option', 'visibilities=public')
    expect(out).toContain('recipe bm25')
    expect(await typed(out, 'Use it')).toMatchObject({ code: 0 })
    expect(out).toContain('BM25 in place of dense: ')
    expect(await worksWith()).toMatch(/works with bm25 with .*public/)
  }, 60_000)
})
