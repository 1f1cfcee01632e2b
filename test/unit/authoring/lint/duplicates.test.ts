import { describe, expect, it } from 'vitest'
import { lintSubject } from '../../../../src-main/app/lint/lint-subject'
import { DUPLICATE_RULES } from '../../../../src-main/authoring/lint/duplicate-rules'
import { lint } from '../../../../src-main/authoring/lint/lint'
import { toolGraph } from '../../../../src-main/domain/graph/tool-graph'
import { catalogTool } from '../../../fakes/catalog-tool'
import { linted, quarters } from '../../../fakes/linted'

const tool = (name: string, description: string) => catalogTool(name, { description })
const pairsOf = async (...tools: ReturnType<typeof tool>[]) =>
  (await linted(...tools))
    .filter(({ rule }) => rule === 'near-duplicate' || rule === 'overlap')
    .map(({ rule, other, tool: of, what }) => ({ rule, pair: `${other} ${of}`, what }))

describe('tools that are nearly the same', () => {
  it('are told each once, beside the one they are most like, with how many more there are', async () => {
    const same = ['a', 'b', 'c'].map((name) => tool(name, 'Sends a letter to one person.'))
    expect(await pairsOf(...same)).toEqual([
      {
        rule: 'near-duplicate',
        pair: 'a b',
        what: 'It says word for word what a says, and is as like 1 more.',
      },
      {
        rule: 'near-duplicate',
        pair: 'a c',
        what: 'It says word for word what a says, and is as like 1 more.',
      },
    ])
  })

  it('are not those that differ in the word that counts', async () => {
    const rest = ['oslo', 'rome', 'bern'].map((city) =>
      tool(`x_${city}`, `Paints houses in ${city}.`),
    )
    const on = tool('turn_on', 'Turns the light on.')
    const off = tool('turn_off', 'Turns the light off.')
    const found = await pairsOf(on, off, ...rest)
    expect(found.filter(({ rule }) => rule === 'near-duplicate')).toEqual([])
  })

  it('are not those that say nothing, or next to nothing', async () => {
    expect(
      await pairsOf(tool('a', ''), tool('b', ''), tool('c', 'Does it.'), tool('d', 'Does it.')),
    ).toEqual([])
  })

  it('works the words of a tool out once, however many it is compared with', async () => {
    const long =
      'Reads one row of what was asked for and gives its cells in order, with a name, a date, the place it stands at, who wrote it last, when that was, how long it took, which rights are needed and where more can be found about them. '
    let read = 0
    const family = Array.from({ length: 120 }, (_, at) => {
      const entry = tool(`read_table${at}`, `${long}It is table${at}.`)
      const { description } = entry.tool
      Object.defineProperty(entry.tool, 'description', { get: () => (read++, description) })
      return entry
    })
    expect(await pairsOf(...family)).toEqual([])
    // Each of some thirty rules may look at it; no pair of tools does.
    expect(read).toBeLessThan(120 * 60)
  })

  it('lets others have their turn while many are compared', async () => {
    let turns = 0
    const tools = Array.from({ length: 300 }, (_, at) =>
      tool(`t${at}`, `Sends letter ${at % 40} to one person.`),
    )
    await lint(DUPLICATE_RULES, lintSubject(tools, toolGraph([]), { tokensOf: quarters }), () =>
      Promise.resolve(turns++),
    )
    expect(turns).toBeGreaterThan(600)
  })
})
