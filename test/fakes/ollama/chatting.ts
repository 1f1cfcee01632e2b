import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { failChat, type ChatFault } from './chat-faults'
import { chatRequest, checkAbilities } from './chat-request'
import type { FakeChat, Said } from './fake-chat'
import type { FakeOllama } from './fake-ollama'
import { capabilitiesOf, fullName, type FakeModel } from './models'
import { contextOf, readTokens } from './prompt-tokens'
import { Refusal, send } from './requests'
import { plainly, spoken, type Spoken } from './speech'

export type Route = 'chat' | 'generate'

/** What a model answers to a chat, ready to be written. */
interface Answered {
  chat: FakeChat
  route: Route
  model: FakeModel
  thinking: readonly string[]
  said: Spoken
  calls: object[]
  counts: { prompt_eval_count: number; eval_count: number }
  loadNs: number
}

export interface ChatHost {
  /** Loads the model where it is not; gives what that took, in ns. */
  load(fake: FakeOllama, model: FakeModel): Promise<number>
  /** Does the work when the runner is free. */
  inTurn<Result>(fake: FakeOllama, work: () => Promise<Result>): Promise<Result>
}

/** Answers a request to `/api/chat` or `/api/generate`. @throws Refusal */
export async function answerChat(
  { fake, host, route }: { fake: FakeOllama; host: ChatHost; route: Route },
  body: Record<string, unknown>,
  response: ServerResponse,
): Promise<void> {
  const chat = chatRequest(body)
  const model = chattingModel(fake, chat.model)
  checkAbilities(model, chat, route)
  const fault = chat.messages.length > 0 ? fake.chatFaults.shift() : undefined
  if (fault && failChat(fault, { models: fake.models, chat, response })) return
  if (chat.messages.length === 0) return loadOnly({ fake, host, route }, { chat, model, response })
  const loadNs = await host.load(fake, model)
  await host.inTurn(fake, async () => {
    // Whoever has gone while it waited is not answered.
    if (response.destroyed) return
    const answered = tried(response, chat, () => answerOf({ model, chat, route, loadNs }))
    if (!answered) return
    fake.chatted.push(chat)
    const write = chat.stream ? writeLines : writeWhole
    await write(fake, answered, { response, fault })
  })
}

function chattingModel({ models }: FakeOllama, name: string): FakeModel {
  if (name === '') throw new Refusal(400, 'model is required')
  const model = models.find((each) => fullName(each.name) === fullName(name))
  if (!model) throw new Refusal(404, `model '${name}' not found`)
  return model
}

async function loadOnly(
  { fake, host, route }: { fake: FakeOllama; host: ChatHost; route: Route },
  { chat, model, response }: { chat: FakeChat; model: FakeModel; response: ServerResponse },
): Promise<void> {
  const unloads = chat.keepAlive === 0
  if (unloads) fake.loaded.delete(model.name)
  else await host.load(fake, model)
  const done_reason = unloads ? 'unload' : 'load'
  send(response, 200, { ...head(chat.model), ...part(route, {}), done: true, done_reason })
}

/** What the runner refuses of a stream comes without a character set. */
function tried<Result>(
  response: ServerResponse,
  { stream }: FakeChat,
  work: () => Result,
): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal && stream)) throw error
    response.writeHead(error.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: error.message }))
    return undefined
  }
}

type Asked = Pick<Answered, 'model' | 'chat' | 'route' | 'loadNs'>

function answerOf({ model, chat, route, loadNs }: Asked): Answered {
  const { tokens, calls = [], ...before } = (model.says ?? plainly)(chat)
  // A format is a grammar: what is said must be an answer, and calls are none.
  const made = chat.format ? [] : calls
  const { heard, unheard, aloud } = heardOf(model, chat, { calls: made, thinking: before.thinking })
  const { thinking, read, written } = thoughtOf(model, chat, before.thinking)
  const prompt_eval_count = readTokens(model, chat) + read
  const { num_predict = Infinity, stop = [] } = chat.options
  const room = chat.shift ? Infinity : contextOf(model, chat) - prompt_eval_count
  const limits = { most: Math.min(num_predict, room), stop }
  const said = spoken(both(aloud, made.length > 0 ? unheard : tokens), limits)
  const spokenTokens = made.length > 0 ? CALL_TOKENS : saidTokens(said, stop)
  return {
    model,
    chat,
    route,
    loadNs,
    said,
    thinking,
    calls: heard.map((call, index) => ({ id: idOf(model), function: { index, ...call } })),
    counts: { prompt_eval_count, eval_count: spokenTokens + written },
  }
}

function* both(before: Iterable<string>, tokens: Iterable<string>): Iterable<string> {
  yield* before
  yield* tokens
}

/**
 * The calls that the server takes for calls, those that it leaves as content, and thoughts that
 * stand before these.
 */
function heardOf(
  { template, thinksAloud }: FakeModel,
  { tools }: FakeChat,
  { calls, thinking = [] }: Required<Pick<Said, 'calls'>> & Pick<Said, 'thinking'>,
) {
  const offered = new Set(tools.map((tool) => tool.function.name))
  const asContent = (made: typeof calls) => made.map((call) => JSON.stringify(call))
  if (thinksAloud) {
    return {
      heard: [],
      unheard: asContent(calls),
      aloud: ['<think>', ...thinking, '</think>', '\n\n'],
    }
  }
  const heard = calls.filter(({ name }) => offered.has(name))
  const others = calls.filter(({ name }) => !offered.has(name))
  return { heard, unheard: template === 'bare' ? asContent(others) : [], aloud: [] }
}

/**
 * What a model thinks of a chat, and the tokens of it that are read and written: with a format it
 * is read again, as a prompt.
 */
function thoughtOf(model: FakeModel, { think, format }: FakeChat, thought: Said['thinking'] = []) {
  const thinks = capabilitiesOf(model)?.includes('thinking') && think !== false
  const thinking = thinks ? thought : []
  if (thinking.length === 0) return { thinking, read: 0, written: 0 }
  return format
    ? { thinking, read: thinking.length + 4, written: 0 }
    : { thinking, read: 0, written: thinking.length + 2 }
}

/** The last token of an answer that ends by itself says that it ends. */
const saidTokens = ({ tokens, ending }: Spoken, stop: readonly string[]): number =>
  tokens.length + (ending === 'stop' && stop.length === 0 ? 1 : 0)

/** Recorded for one call and for two. */
const CALL_TOKENS = 5

const idOf = ({ template }: FakeModel): string =>
  template === 'own' ? randomBytes(16).toString('hex') : `call_${randomBytes(4).toString('hex')}`

const head = (model: string) => ({ model, created_at: new Date().toISOString() })

/** What a chat says in a message, and a generation as a response. */
const part = (route: Route, { content = '', ...others }: Record<string, unknown>) =>
  route === 'chat'
    ? { message: { role: 'assistant', content, ...others } }
    : { response: content, ...others }

const tail = ({ said, counts, loadNs, route, chat }: Answered) => ({
  done: true,
  done_reason: said.ending === 'length' ? 'length' : 'stop',
  ...(route === 'generate' && !chat.raw && { context: [1, 2, 3] }),
  total_duration: 14_000_000 + loadNs,
  load_duration: loadNs,
  ...counts,
  prompt_eval_duration: 3_000_000,
  eval_duration: 9_000_000,
})

interface Writing {
  response: ServerResponse
  /** What is to go wrong while it is written. */
  fault: ChatFault | undefined
}

async function writeWhole(fake: FakeOllama, answered: Answered, { response, fault }: Writing) {
  const { chat, route, thinking, said, calls } = answered
  await setTimeout(fake.msPerToken * said.tokens.length)
  if (fault === 'runner-killed') {
    return send(response, 500, { error: fake.lastChatWords })
  }
  const content = said.tokens.join('')
  const message = {
    content: thinking.length > 0 ? content.trimStart() : content,
    ...(thinking.length > 0 && { thinking: thinking.join('') }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  const isGivenUp = said.ending === 'given up' || fault === 'broken off'
  const ending = isGivenUp ? { done: false } : tail(answered)
  send(response, 200, { ...head(chat.model), ...part(route, message), ...ending })
}

async function writeLines(fake: FakeOllama, answered: Answered, { response, fault }: Writing) {
  const { chat, route, thinking, said, calls, model } = answered
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  const say = (message: Record<string, unknown>, ending: object = { done: false }) =>
    response.write(lineOf({ ...head(chat.model), ...part(route, message), ...ending }))
  for (const token of thinking) say({ thinking: token })
  if (fault === 'drips') return drip(fake, response, (content) => say({ content }))
  for (const [at, token] of said.tokens.entries()) {
    if (at > 0 && endsEarly(fault, response, fake)) return
    if (fake.msPerToken > 0) await setTimeout(fake.msPerToken)
    if (response.destroyed) return
    say({ content: at === 0 && thinking.length > 0 ? token.trimStart() : token })
  }
  const isOwn = model.template === 'own'
  if (!isOwn) for (const call of calls) say({ tool_calls: [call] })
  const last = isOwn && calls.length > 0 ? { tool_calls: calls } : {}
  if (said.ending !== 'given up') say(last, tail(answered))
  response.end()
}

async function drip(fake: FakeOllama, response: ServerResponse, say: (word: string) => void) {
  for (let at = 0; !response.destroyed; at++) {
    say(` ${at}`)
    await setTimeout(fake.msPerToken)
  }
}

const lineOf = (line: object): string => `${JSON.stringify(line)}\n`

/** What is no JSON, as a proxy may write it. */
const GARBAGE = '\u0000\u001b[31mno JSON, of “Hide this”\n'

/** Whether the answer was ended after its first word. */
function endsEarly(fault: Writing['fault'], response: ServerResponse, fake: FakeOllama): boolean {
  if (fault === 'runner-killed') response.end(lineOf({ error: fake.lastChatWords }))
  else if (fault === 'cut') response.write(' ', () => response.destroy())
  else if (fault === 'broken off') response.end()
  else {
    if (fault === 'garbled') response.write(GARBAGE)
    return false
  }
  return true
}
