import type { ToolCallAnswer, ToolCaller, ToolCallRequest } from '../../src-main/ports/tool-caller'

export interface FakeToolCaller extends ToolCaller {
  /** What was requested, in order. */
  readonly requests: ToolCallRequest[]
}

/**
 * A model that calls each tool whose name stands in the text, in the order of the definitions, with
 * the arguments given for it; of a name among the arguments that was not offered, the call is
 * dropped as a real one is.
 */
export function fakeToolCaller(
  argumentsOf: Readonly<Record<string, ToolCallAnswer['calls'][number]['arguments']>> = {},
): FakeToolCaller {
  const requests: ToolCallRequest[] = []
  return {
    requests,
    async callTools(request) {
      requests.push(request)
      request.signal.throwIfAborted()
      const { text, tools } = request
      const offered = tools.map(({ name }) => name)
      const named = [...new Set([...offered, ...Object.keys(argumentsOf)])].filter((name) =>
        text.includes(name),
      )
      const calls = named
        .filter((name) => offered.includes(name))
        .map((name) => ({ name, arguments: argumentsOf[name] ?? {} }))
      return {
        ...answerWith(calls, request),
        dropped: named.length - calls.length,
        text: calls.length > 0 ? '' : 'No tool of these does that.',
      }
    },
  }
}

/** A model that makes these calls, the first ones when it is first asked, and so on; then none. */
export function callsInTurn(
  ...turns: readonly (readonly ToolCallAnswer['calls'][number][])[]
): FakeToolCaller {
  const requests: ToolCallRequest[] = []
  return {
    requests,
    async callTools(request) {
      requests.push(request)
      request.signal.throwIfAborted()
      const calls = [...(turns[requests.length - 1] ?? [])]
      return {
        ...answerWith(calls, request),
        dropped: 0,
        text: calls.length > 0 ? '' : 'That is all I need.',
      }
    },
  }
}

/** An answer with these calls and its counts, which tells that the first of them is there. */
function answerWith(calls: ToolCallAnswer['calls'], { text, tools, onFirstCall }: ToolCallRequest) {
  if (calls.length > 0) onFirstCall?.()
  return {
    calls,
    promptTokens: text.length + JSON.stringify(tools).length,
    answerTokens: JSON.stringify(calls).length,
  }
}
