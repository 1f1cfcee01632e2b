import type { OpenLanguageModel } from '../../src-main/ports/language-model'
import type { ToolCall } from '../../src-main/ports/tool-caller'
import { scriptedModel } from './scripted-model'
import type { Says } from './ollama/fake-chat'
import type { FakeToolCaller } from './tool-caller'

/** What an agent does with one request. */
export interface AgentWay {
  calls: readonly ToolCall[]
  /** With more tools than this it calls the first of the others instead. */
  distractedBeyond?: number
  /** With more tools than this its answer is cut behind the calls. */
  cutBeyond?: number
}

/** By the end of what it is asked; to anything else it calls nothing. */
export type AgentWays = Readonly<Record<string, AgentWay>>

function callsOf(ways: AgentWays, text: string, offered: readonly string[]): ToolCall[] {
  const [, way] = Object.entries(ways).find(([request]) => text.endsWith(request)) ?? []
  const { calls = [], distractedBeyond = Infinity } = way ?? {}
  if (offered.length <= distractedBeyond) return [...calls]
  const other = offered.find((name) => calls.every((call) => call.name !== name))
  return other === undefined ? [...calls] : [{ name: other, arguments: {} }]
}

function isCut(ways: AgentWays, text: string, offered: readonly string[]): boolean {
  const [, way] = Object.entries(ways).find(([request]) => text.endsWith(request)) ?? []
  return offered.length > (way?.cutBeyond ?? Infinity)
}

export interface FakeAgent extends FakeToolCaller {
  /** The requests and how many tools each came with, in order: `send it with 3`. */
  asked(): string[]
}

/**
 * A chat model that goes these ways. A call of a tool that was not offered is dropped, as a real
 * one is.
 */
export function fakeAgent(ways: AgentWays, fingerprint = 'agent@1'): OpenLanguageModel & FakeAgent {
  const requests: FakeAgent['requests'][number][] = []
  return {
    ...scriptedModel({}),
    fingerprint,
    requests,
    asked: () =>
      requests.map(({ text, tools }) => `${text.split('The request:\n')[1]} with ${tools.length}`),
    async callTools(request) {
      requests.push(request)
      request.signal.throwIfAborted()
      const { text, tools, onFirstCall } = request
      const offered = tools.map(({ name }) => name)
      const made = callsOf(ways, text, offered)
      const calls = made.filter(({ name }) => offered.includes(name))
      if (calls.length > 0) onFirstCall?.()
      return {
        ...(isCut(ways, text, offered) && { fault: 'it was cut' }),
        calls,
        dropped: made.length - calls.length,
        text: calls.length > 0 ? '' : 'I would do that myself.',
        promptTokens: 20 + 30 * tools.length,
        answerTokens: 10 * calls.length + 5,
      }
    },
  }
}

/** The same behind a server. */
export const agentSays =
  (ways: AgentWays): Says =>
  ({ messages, tools }) => {
    const offered = tools.map((tool) => tool.function.name)
    const calls = callsOf(ways, messages.at(-1)?.content ?? '', offered)
    return { tokens: calls.length > 0 ? [] : ['I would ', 'do that ', 'myself.'], calls }
  }
