import type { EarnedEdges } from './earned-edge'

/** What they are in a sentence or two. */
export function earnedText({ asked, queries, total, edges }: EarnedEdges): string {
  const of = asked < queries ? `${asked} of ${queries}` : String(queries)
  const where = `in ${of} queries asked again today`
  if (total === 0) return `No edge brought a tool that was not found anyway, ${where}.`
  const what = `${total} ${total === 1 ? 'edge' : 'edges'} brought tools that were not found anyway`
  const shown = edges.length < total ? ` The best and the worst ${edges.length} of them:` : ''
  return `${what}, ${where}.${shown}`
}
