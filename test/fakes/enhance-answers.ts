import type { ActionAnswer } from '../../src-main/features/actions'
import type { CatalogTool } from '../../src-main/domain/tool/tool'
import type { Answers } from './bridge-script'

/**
 * What a workspace answers of proposed texts: what was asked for once is passed over, unless it is
 * asked for again.
 */
export function enhanceAnswers(
  catalog: readonly CatalogTool[],
  refused: ActionAnswer<'enhance.plan'>['refused'] = [],
): Answers {
  const asked = new Set<string>()
  let runs = 0
  const placesOf = ({ ids, parts }: { ids?: readonly string[]; parts: readonly string[] }) =>
    (ids ?? catalog.map(({ tool }) => tool.id)).flatMap((id) =>
      parts.map((part) => `${part} ${id}`),
    )
  const isRefused = (place: string) => refused.some(({ part, id }) => place === `${part} ${id}`)
  return {
    'enhance.plan': ({ again = false, ...chosen }) => {
      const places = placesOf(chosen)
      const left = places.filter((place) => again || !asked.has(place))
      const known = refused.filter(({ part, id }) => asked.has(`${part} ${id}`))
      return {
        tools: places.length / chosen.parts.length,
        calls: left.length,
        passedOver: places.length - left.length,
        refused: known,
        refusals: known.length,
        ...(asked.size > 0 && { msPerCall: 2000 }),
        collectable: { examples: 2, 'logged-queries': 0, parameters: 1 },
      }
    },
    'enhance.run': ({ again = false, ...chosen }) => {
      const places = placesOf(chosen)
      const left = places.filter((place) => again || !asked.has(place))
      for (const place of left) asked.add(place)
      const misfits = refused.filter(({ part, id }) => left.includes(`${part} ${id}`))
      return {
        ...(left.length > 0 && { run: `run ${++runs}` }),
        asked: left.length,
        proposed: left.filter((place) => !isRefused(place)).length,
        refused: misfits,
        refusals: misfits.length,
        passedOver: places.length - left.length,
        gone: 0,
        failed: [],
        left: 0,
      }
    },
    'enhance.collect': ({ from = ['examples', 'parameters'] }) => {
      const questions = (from.includes('examples') ? 2 : 0) + (from.includes('parameters') ? 1 : 0)
      return { run: `run ${++runs}`, tools: 1, proposed: from.length, questions, gone: 0 }
    },
    'enhance.forget': () => {
      const forgotten = asked.size
      asked.clear()
      return { forgotten }
    },
  }
}
