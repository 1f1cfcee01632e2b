import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { AGENT_GOLDEN_SET, AGENT_WAYS } from '../../../../test/app/measuring-agent'
import { agentSays } from '../../../../test/fakes/agent'
import { chatModel, startFakeOllama } from '../../../../test/fakes/ollama/ollama-server'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()
const agent = (...args: string[]) => pegboard('agent-eval', ...args, ...inSmall)

beforeEach(async () => {
  await importSmall()
  await writeFile(at('calls.json'), JSON.stringify(AGENT_GOLDEN_SET))
  await pegboard('import-golden', 'calls.json', ...inSmall)
})

/** With an Ollama whose model goes the ways of the golden set’s. */
async function withOllama(more: Parameters<typeof chatModel>[0] = {}) {
  const ollama = await startFakeOllama([chatModel({ says: agentSays(AGENT_WAYS), ...more })])
  onTestFinished(() => ollama.close())
  await pegboard('models', 'use', 'small-chat', '--for', 'chat', '--ollama', ollama.url)
  const measure = (...args: string[]) => agent('--golden', 'calls', '--ollama', ollama.url, ...args)
  return { ollama, measure }
}

describe('pegboard agent-eval', () => {
  it('asks a model with tools over Ollama’s own protocol, and prints scores, failures and tokens', async () => {
    const { ollama, measure } = await withOllama()
    const { code, out, err } = await measure('--tools', '2,5')
    expect([code, err]).toEqual([0, expect.not.stringContaining('could not')])
    expect(out).toMatch(
      /^ollama:small-chat gets at most 20 questions: about \d+ prompt tokens by o200k/,
    )
    expect(out).toMatch(
      /5 queries: 3 give arguments, 1 have several calls \(1 in sequence\), no tool answers 1\./,
    )
    expect(out).toMatch(/2 tools of the catalog +5 tools of the catalog/)
    expect(out).toMatch(/accuracy .* 0\.719 \[\d\.\d+, \d\.\d+\] +0\.469 \[/)
    expect(out).toMatch(/too many tools given +0 +1\n/)
    expect(out).toMatch(/wrong arguments +1 +1\n/)
    expect(out).toMatch(/prompt tokens, as the server counts +\d+ +\d+/)
    expect(out).toMatch(/1 query is scored by the names of tools alone/)
    // Nothing of a format, nothing cut, the same sampling every time.
    expect(ollama.chatted[0]).toMatchObject({
      truncate: false,
      shift: false,
      format: undefined,
      options: { temperature: 0, seed: 1 },
    })
    expect(ollama.chatted.map(({ tools }) => tools.length)).toContain(5)
  })

  it('measures a recipe on the sample alone that the agent is asked', async () => {
    const { measure } = await withOllama()
    const only = ['--recipe', 'bm25', '--k', '1', '--sample', '2', '--preview']
    expect((await measure(...only)).code).toBe(0)
    expect((await pegboard('runs', ...inSmall)).out).toMatch(/calls +sample, seed 1 +2 +/)
  })

  it('lists, shows what was expected and called, and deletes', async () => {
    const { measure } = await withOllama()
    const measured = JSON.parse((await measure('--tools', '5', '--json')).out) as {
      runs: { id: string }[]
    }
    const id = measured.runs[0]?.id.slice(0, 8) ?? ''
    expect((await agent('list')).out).toContain(`${id}  calls       ollama:small-chat`)
    const { out } = await agent('show', id, '--verdict', 'too-many', '--verdict', 'wrong-arguments')
    expect(out).toMatch(
      /weather: weather in Bern\n {2}too many tools given, 0\.00; 5 tools given\n {2}expected {2}get_weather \{"city":"Bern"\}\n {4}not called\n {2}extra {5}\w+ \{\}\n {2}with the right tools alone: 1\.00/,
    )
    expect(out).toMatch(/called {2}search_email \{"query":"day"\}\n {4}query has another value/)
    expect(out).not.toContain('tell Dana')
    expect((await agent('delete', id)).out).toMatch(
      /^1 agent run removed\.\nTo take it back: pegboard undo [0-9a-f]{8}\n$/,
    )
    expect((await agent('list')).out).toMatch(/^No agent is measured yet/)
    expect((await agent('show', id)).err).toMatch(/There is no agent run/)
  })

  it('measures a recipe for its tools, and sets what is expected of it beside what it did', async () => {
    const { measure } = await withOllama()
    await measure('--tools', '1,3')
    expect((await agent('expected', '--golden', 'calls')).out).toMatch(/^This needs both/)
    const ofRecipe = await measure('--recipe', 'bm25', '--k', '1,3')
    expect(ofRecipe.out).toMatch(/1 tool of bm25 +3 tools of bm25/)
    expect(ofRecipe.out).toMatch(/right tool not given +[1-9]/)
    const { out } = await agent('expected', '--golden', 'calls')
    expect(out).toMatch(/recipe +model +M +k +agent A\(k\)/)
    expect(out).toMatch(/bm25 +ollama:small-chat +5 +1 +\d\.\d+ \[/)
  })

  it('tells a prompt that is more than the model reads, and does not let it be cut', async () => {
    const { ollama, measure } = await withOllama({ contextTokens: 1_000 })
    const { code, out } = await measure('--tools', '5')
    expect(code).toBe(0)
    expect(out).toMatch(/more than the model reads +5\n/)
    const list = (await agent('list', '--json')).out
    const { runs } = JSON.parse(list) as { runs: { id: string }[] }
    const shown = await agent('show', runs[0]?.id ?? '')
    expect(shown.out).toMatch(/The prompt has [\d,]+ tokens; the model small-chat\S* reads/)
    expect(ollama.chatted).toEqual([])
  })

  it('leaves a query whose answer was cut out of the score, counts it and says why', async () => {
    const says: ReturnType<typeof agentSays> = (chat) =>
      chat.messages.at(-1)?.content.endsWith('tell Dana')
        ? { tokens: Array<string>(99).fill(' again') }
        : agentSays(AGENT_WAYS)(chat)
    const { ollama, measure } = await withOllama({ says })
    const { code, out } = await measure('--tools', '5')
    expect(code).toBe(0)
    expect(out).toMatch(/accuracy .* 0\.292 \[/)
    expect(out).toMatch(/answer cut, not measured +1\n/)
    expect(out).toMatch(/1 query is not measured, as the answer was cut/)
    const { runs } = JSON.parse((await agent('list', '--json')).out) as { runs: { id: string }[] }
    const shown = await agent('show', runs[0]?.id ?? '', '--verdict', 'cut')
    expect(shown.out).toContain('Its answer is not whole: it was broken off')
    const asked = ollama.chatted.length
    await measure('--tools', '5')
    expect(ollama.chatted).toHaveLength(asked)
  })

  it('ends with 1 where the model is gone in mid-run, and asks only the rest when it is back', async () => {
    const { ollama, measure } = await withOllama()
    const models = [...ollama.models]
    const first = await measure('--tools', '2')
    expect(first.code).toBe(0)
    const asked = ollama.chatted.length
    ollama.models.splice(0)
    const gone = await measure('--tools', '4')
    expect([gone.code, gone.err]).toEqual([1, expect.stringMatching(/not installed|not there/)])
    ollama.models.push(...models)
    ollama.chatFaults.push('deleted')
    const vanished = await measure('--tools', '4')
    expect(vanished.code).toBe(1)
    expect(vanished.err).toMatch(/could not be asked\..*\n.*What was answered is kept/s)
    ollama.models.push(...models)
    expect((await measure('--tools', '2,4')).code).toBe(0)
    const texts = ollama.chatted.map(({ messages, tools }) => JSON.stringify([messages, tools]))
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.length).toBeGreaterThan(asked)
  })

  it('says what to give where nothing is named, and where no model is chosen', async () => {
    expect(await agent('--golden', 'calls')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--tools 1,5,20, or --recipe RECIPE/) as string,
    })
    const preview = await agent('--golden', 'calls', '--tools', '2', '--preview')
    expect(preview.out).toMatch(/^no chat model \(No chat model is chosen/)
    expect(await agent('--golden', 'calls', '--tools', '2')).toMatchObject({ code: 1 })
  })
})

describe('pegboard failures beside an agent run', () => {
  it('shows what the agent failed and called instead, or how to find out', async () => {
    const { measure } = await withOllama()
    const evaluated = await pegboard(
      ...['eval', ...inSmall, '--golden', 'calls', '--recipe', 'dense', '--k', '5', '--json'],
    )
    const run = (JSON.parse(evaluated.out) as { runs: { id: string }[] }).runs[0]?.id ?? ''
    const failures = (...args: string[]) => pegboard('failures', run, ...inSmall, ...args)
    expect((await failures()).out).toContain(
      `with the right arguments. Measure one: pegboard agent-eval --run ${run.slice(0, 8)} --k 5`,
    )
    await measure('--run', run, '--k', '5')
    const { out } = await failures('--agent-failed')
    expect(out).toMatch(/Given these tools in all 4 queries, the agent failed in \d\. Of the/)
    expect(out).toMatch(/right tool, wrong arguments \(wrong-arguments\) +1 +1/)
    expect(out).toMatch(/golden tool +missing +failed by the agent +golden/)
    expect(out).toContain('right tool, wrong arguments: query has another value')
    expect(out).toMatch(
      /get_weather #\d, given, but not called: the model called \w+; right with the right tools alone/,
    )
    expect((await failures('--class', 'wrong-arguments')).out).toContain('(1 of 1)')
  })
})

describe('pegboard advise --accuracy', () => {
  it('names the step that follows where no agent was measured', async () => {
    await pegboard('eval', ...inSmall, '--golden', 'calls', '--recipe', 'bm25', '--k', '1,3')
    const { code, err } = await pegboard('advise', ...inSmall, '--accuracy', '0.8')
    expect(code).toBe(1)
    expect(err).toContain('No agent was measured with tools of the catalog on “calls”')
    expect(err).toContain('pegboard agent-eval --golden "calls" --tools 1,3,5,10')
  })

  it('advises on what the agent makes of k tools times the recall', async () => {
    const { measure } = await withOllama()
    await measure('--tools', '1,3,5')
    await pegboard('eval', ...inSmall, '--golden', 'calls', '--recipe', 'bm25', '--k', '1,3')
    const best = await pegboard('advise', ...inSmall, '--accuracy')
    expect(best.out).toMatch(
      /Use bm25, k = [13] — expected accuracy 0\.\d{3} \[.+\] \(simultaneous .+\) = agent 0\.\d{3} × recall [01]\.\d{3}/,
    )
    expect(best.out).toContain('The agent was measured with 1, 3 and 5 tools;')
    expect(best.out).toContain('with ollama:small-chat asked 4;')
    const wanted = await pegboard('advise', ...inSmall, '--accuracy', '0.3')
    expect(wanted.out).toMatch(
      /^4 queries asked of the agent can’t decide; the safest is bm25, k = 1/,
    )
    const other = await pegboard('advise', ...inSmall, '--agent', 'other')
    expect([other.code, other.err]).toEqual([
      1,
      expect.stringContaining('“other” was not measured'),
    ])
  })
})
