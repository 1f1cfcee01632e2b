import { isSameName, shortName } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import type { LanguageModelSource, OpenLanguageModel } from '../../ports/language-model'
import { notInstalled } from './ollama-embedder'
import { ollamaLanguageModel, type ChatModel } from './ollama-language-model'
import {
  architectureContextOf,
  canDo,
  detailsOf,
  installedModels,
  loadedContextOf,
  type Details,
  type KnownDetails,
  type OllamaModel,
} from './ollama-models'
import { ollamaServer, PATIENCE, type OllamaServer, type Patience } from './ollama-server'
import { turnsOf, type Turns } from './turns'

const PREFIX = 'ollama:'
/** Small, and known to answer in a given form and to call tools. */
const ADVISED_MODEL = 'qwen3:4b'
/**
 * Requests on their way to one server at the same time: the next is there when the last is
 * answered, and no queue fills.
 */
const AT_ONCE = 2
/** As in the settings, where nothing else is said. */
const REPEAT_PENALTY = 1.1
/** Models kept open: each is known by its digest, so what is kept never stands for another. */
const MOST_OPEN = 50

interface Asked extends Partial<Patience> {
  /** See `Settings.repeatPenalty`. */
  repeatPenalty?: () => Promise<number> | number
}

/**
 * The models of the Ollama server at `url` that chat. The address and how they are asked are read
 * each time, as they may change in the settings.
 */
export function ollamaLanguageModels(
  url: () => Promise<string> | string,
  { repeatPenalty = () => REPEAT_PENALTY, ...patience }: Asked = {},
): LanguageModelSource {
  const known: KnownDetails = new Map()
  const open = new Map<string, OpenLanguageModel>()
  const turns = new Map<string, Turns>()
  return {
    async open(name, signal) {
      const server = ollamaServer(await url(), { ...PATIENCE, ...patience })
      const found = await chatModel(server, name, { known, signal })
      const model = { ...found, repeatPenalty: await repeatPenalty() }
      const key = JSON.stringify([server.url, model])
      const opened = open.get(key) ?? ollamaLanguageModel(server, model, turnsAt(turns, server))
      if (open.size >= MOST_OPEN) open.clear()
      open.set(key, opened)
      return opened
    },
  }
}

function turnsAt(turns: Map<string, Turns>, { url }: OllamaServer): Turns {
  const known = turns.get(url) ?? turnsOf(AT_ONCE)
  turns.set(url, known)
  return known
}

interface Opening {
  known: KnownDetails
  signal: AbortSignal
}

type FoundModel = Omit<ChatModel, 'repeatPenalty'>

async function chatModel(
  server: OllamaServer,
  name: string,
  opening: Opening,
): Promise<FoundModel> {
  const wanted = name.startsWith(PREFIX) ? shortName(name.slice(PREFIX.length)) : ''
  if (wanted === '') {
    throw new Problem(
      'not-found',
      `“${name}” names no chat model of Ollama.`,
      `Name it like ${PREFIX}${ADVISED_MODEL}.`,
    )
  }
  const models = await installedModels(server, opening.signal)
  const found = models.find((model) => isSameName(model.name, wanted))
  if (!found) throw notInstalled(wanted)
  const details = await detailsOf(server, found, opening)
  const isRemote = found.remote_host ?? details.remote_host
  // Old servers name no capabilities: what cannot chat says so when it is asked to.
  if (isRemote || canDo('completion', found, details) === false) {
    const why = isRemote ? 'runs on another machine' : 'cannot chat'
    throw new Problem(
      'unavailable',
      `The model ${wanted} ${why}.`,
      `Choose a model that chats here, such as ${ADVISED_MODEL}.`,
    )
  }
  return chatModelOf(found, details)
}

const chatModelOf = (found: OllamaModel, details: Details): FoundModel => ({
  model: shortName(found.name),
  digest: found.digest,
  context: { largest: architectureContextOf(details), usual: loadedContextOf(details) },
  callsTools: canDo('tools', found, details) ?? false,
  thinks: !canDo('thinking', found, details)
    ? 'never'
    : ALWAYS_THINK.includes(found.details.family)
      ? 'always'
      : 'if asked',
})

/** Families that know levels of thinking and no end of it. */
const ALWAYS_THINK = ['gptoss', 'gpt-oss']
