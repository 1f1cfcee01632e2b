import type { Breach, TogetherRule, WrittenTool } from './definition-rules'

const deferredOf = (tools: readonly WrittenTool[]): readonly WrittenTool[] =>
  tools.filter(({ definition }) => definition.deferred)

/** From this many on, a namespace is no longer “fewer than 10 functions”. */
const MANY_IN_A_NAMESPACE = 10

export const fewInANamespace: TogetherRule = (tools) => {
  const servers = Map.groupBy(deferredOf(tools), ({ tool }) => tool.tool.server)
  return [...servers].flatMap(([server, own]): Breach[] =>
    server === undefined || own.length < MANY_IN_A_NAMESPACE
      ? []
      : [
          {
            kind: 'hint',
            why: `The namespace ${server} has ${own.length} tools; fewer than ${MANY_IN_A_NAMESPACE} are searched best`,
            fix: 'Split the server into several, each with a description of what it is for.',
          },
        ],
  )
}

export const inNamespaces: TogetherRule = (tools) => {
  const alone = deferredOf(tools).filter(({ tool }) => tool.tool.server === undefined)
  if (alone.length === 0) return []
  return [
    {
      kind: 'hint',
      why: `${alone.length} of these tools are in no namespace: their names and descriptions are sent with every request all the same`,
      fix: 'Give them a server, which becomes their namespace.',
    },
  ]
}

export const mostSearched =
  (most: number): TogetherRule =>
  (tools) => {
    const count = deferredOf(tools).length
    if (count <= most) return []
    const why = `These are ${count} tools; its search takes ${most}`
    return [{ why, fix: 'Export a part of the catalog.' }]
  }

/** Fewer tools than this fit into a context as they are. */
const MANY_TOOLS = 10

export const someLoaded: TogetherRule = (tools) => {
  const count = deferredOf(tools).length
  if (count < MANY_TOOLS || count < tools.length) return []
  return [
    {
      kind: 'hint',
      why: 'All tools are found by search alone; the three to five used most are best loaded at once',
      fix: 'Take defer_loading off those in the file.',
    },
  ]
}
