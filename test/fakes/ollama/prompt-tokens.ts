import { runnerRefusal } from './chat-request'
import type { ChatMessage, FakeChat } from './fake-chat'
import type { FakeModel } from './models'

/** The marks around a message, and around all of them. */
const PER_MESSAGE = 9
const PER_PROMPT = 11
/** What the template says of tools before the first of them. */
const PER_TOOLS = 50

/** About as the small recorded models count: letter by letter, but for a few words. */
export const textTokens = (text: string): number =>
  text.match(/<\|\w+\|>| ?the| tool| ?in|er|tool|[^]/g)?.length ?? 0

function promptTokens({ messages, tools, raw }: FakeChat): number {
  if (raw) return textTokens(messages.map(({ content }) => content).join(''))
  const shown = messages.filter(({ role }) => ROLES.has(role))
  return (
    PER_PROMPT +
    shown.reduce((sum, message) => sum + PER_MESSAGE + textTokens(saidIn(message)), 0) +
    (tools.length > 0 ? PER_TOOLS + textTokens(tools.map(asShown).join('\n')) : 0)
  )
}

/** A message of any other role is taken, and not shown to the model. */
const ROLES = new Set(['system', 'user', 'assistant', 'tool'])

const saidIn = ({ role, content, tool_calls = [] }: ChatMessage): string =>
  [
    ...(role === 'tool' ? ['<tool_response>', content, '</tool_response>'] : [content]),
    ...tool_calls.map((call) => `<tool_call>${JSON.stringify(call)}</tool_call>`),
  ].join('\n')

/** What is left of a definition: the fields that the server's types do not know are lost. */
function asShown({
  function: { name, description, parameters = UNKNOWN },
}: FakeChat['tools'][number]) {
  const shown = { type: 'function', function: { name, description, parameters } }
  return JSON.stringify(shown, (key, value: unknown) => (LOST.has(key) ? undefined : value))
}

/** What becomes of parameters that are not there. */
const UNKNOWN = { type: '', properties: null }
const LOST = new Set(['minimum', 'maximum', 'minLength', 'default', 'additionalProperties', '$ref'])

/**
 * Context that a model is loaded with where nobody says how much, on a machine with little graphics
 * memory.
 */
const USUAL_CONTEXT = 4096

export const contextOf = (model: FakeModel, { options }: FakeChat): number =>
  Math.min(options.num_ctx ?? model.numCtx ?? USUAL_CONTEXT, model.contextTokens)

/**
 * The tokens of the prompt that the model reads: of one that is too long, about half, or what is
 * left without the oldest turns.
 * @throws Refusal where it may not be cut, which a model with a template of its own never allows
 */
export function readTokens(model: FakeModel, chat: FakeChat): number {
  const most = contextOf(model, chat)
  const tokens = promptTokens(chat)
  if (tokens <= most) return tokens
  if (!chat.truncate || model.template === 'own') {
    throw runnerRefusal({
      code: 400,
      message: `request (${tokens} tokens) exceeds the available context size (${most} tokens), try increasing it`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: tokens,
      n_ctx: most,
    })
  }
  const kept = [...chat.messages]
  while (kept.length > 1 && promptTokens({ ...chat, messages: kept }) > most) {
    kept.splice(
      kept.findIndex(({ role }) => role !== 'system'),
      1,
    )
  }
  const left = promptTokens({ ...chat, messages: kept })
  return left <= most ? left : Math.floor(most / 2) + 2
}
