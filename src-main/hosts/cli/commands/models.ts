import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../../../features/actions'
import type { ModelTestRow } from '../../../contract/model'
import { Dir } from '../../../contract/workspace'
import type { EmbeddingTemplates, ModelInfo } from '../../../domain/model/model'
import {
  canChat,
  embedderCalled,
  embedderTitle,
  inOllama,
  isBuiltIn,
  isSameName,
  ofOllama,
  type ModelRole,
} from '../../../domain/model/names'
import { fitnessText, unfitTexts } from '../../../domain/model/sense'
import type { OllamaAddress } from '../../../domain/model/ollama-address'
import { Problem } from '../../../domain/problem'
import { bytesText } from '../../../domain/value/quantity'
import { asks, command, type CommandGroup } from '../command'
import { reads, text } from '../flags'
import { plainText, tableText } from '../print-table'
import type { CommandSession } from '../session'

/** As requests name it: of Ollama, unless said otherwise. */
const Model = reads(fullName, 'model')
const MODEL = Model.describe('its name; instant and sentences are built in')

export const models: CommandGroup = {
  summary: 'list, pull, delete, test and choose models of Ollama',
  byDefault: 'list',
  commands: {
    list: command({
      summary: 'list the installed models, with what each can do and what it is used for',
      input: {
        dir: Dir.optional().describe('what this workspace uses them as; default: the settings'),
      },
      asksModels: true,
      run: async (session, { dir }) => ({
        ...(await session.request('models.list', {})),
        uses: await usesOf(session, dir),
      }),
      print: listText,
    }),
    pull: asks('models.pull', {
      args: ['model'],
      asksModels: true,
      print: ({ model }) => `Pulled ${model}.`,
    }),
    delete: command({
      summary: 'delete a model from Ollama, for all programs that use it',
      args: ['model'],
      input: {
        model: z.string().describe('its name'),
        yes: z.boolean().optional().describe('confirm: without this, nothing is deleted'),
      },
      asksModels: true,
      run: deleteModel,
      print: (_, { model }) => `Deleted ${model}.`,
    }),
    test: asks('models.test', {
      args: ['model'],
      input: { model: MODEL },
      asksModels: true,
      print: ({ rows }) => testText(rows),
    }),
    use: asks('models.choose', {
      args: ['model'],
      names: { role: 'for' },
      input: { model: MODEL.nullable().default(null) },
      asksModels: true,
      print: usedText,
    }),
    templates: command({
      summary: 'show or set how a model that embeds is given its texts',
      args: ['model'],
      input: {
        model: Model.describe('its name'),
        query: text('template', 'with {text} in place of the query'),
        document: text('template', 'with {text} in place of the tool document'),
        reset: z.boolean().optional().describe('go back to the model’s own templates'),
      },
      asksModels: true,
      run: templates,
      json: ({ after }) => after,
      print({ before, after }, _, session) {
        const shown = templatesText(after?.used)
        if (shown !== templatesText(before?.used)) {
          const remark = 'Texts embedded with the old templates are embedded again when needed.'
          session.remark(remark)
        }
        return shown
      },
    }),
  },
}

function fullName(given: string): string {
  const model = embedderCalled(given)
  return isBuiltIn(model) || inOllama(model) !== undefined ? model : ofOllama(model)
}

/** What is built in as people call it, a model as it is named in a command. */
const titleOf = (model: string): string => (isBuiltIn(model) ? embedderTitle(model) : model)

type Uses = Partial<Record<ModelRole, string>>

/** The model in use for each thing that one is chosen for. */
async function usesOf(session: CommandSession, dir: string | undefined): Promise<Uses> {
  const { chatModel, embedder, reranker } = await session.request('settings.read', {})
  const own = dir === undefined ? {} : (await session.request('workspace.read', { dir })).models
  const uses = { chat: chatModel, embedder, reranker, ...own }
  return Object.fromEntries(Object.entries(uses).filter(([, name]) => name !== undefined))
}

function listText(
  { uses, ...listed }: ActionAnswer<'models.list'> & { uses: Uses },
  _: unknown,
  session: CommandSession,
): string {
  const byModel = Map.groupBy(Object.entries(uses), ([, model]) => model)
  const roles = [...byModel].map(([model, all]) => [model, all.map(([role]) => role)] as const)
  const absent = [...byModel.keys()].filter((name) => !listed.models.some((m) => m.name === name))
  for (const name of absent) {
    session.remark(
      `${titleOf(name)} is in use, but not installed. Pull it, or choose another: models use`,
    )
  }
  return modelsText(listed, new Map(roles))
}

async function deleteModel(
  session: CommandSession,
  { model: given, yes }: { model: string; yes: boolean | undefined },
) {
  const model = fullName(given)
  if (yes) return session.request('models.delete', { model, confirm: model })
  throw new Problem(
    'bad-input',
    `${given} would be deleted for all programs that use Ollama, so nothing was done.`,
    'Say --yes to delete it.',
  )
}

const SETTINGS_TITLE: Record<ModelRole, string> = {
  chat: 'chat model',
  embedder: 'embedder',
  reranker: 'reranker',
}

function usedText(
  { settings, workspace }: ActionAnswer<'models.choose'>,
  { role }: ActionInput<'models.choose'>,
): string {
  const own = workspace?.models?.[role]
  const used = own ?? (role === 'chat' ? settings.chatModel : settings[role])
  const who = workspace ? `“${workspace.name}” uses` : 'The settings name'
  const what = used === undefined ? 'no model' : titleOf(used)
  const suffix = workspace && own === undefined ? ', as the settings say' : ''
  return `${who} ${what} as ${SETTINGS_TITLE[role]}${suffix}.`
}

interface Templates {
  model: string
  query: string | undefined
  document: string | undefined
  reset: boolean | undefined
}

async function templates(session: CommandSession, { model, query, document, reset }: Templates) {
  const before = await templatesOf(session, model)
  const changed = Object.fromEntries(
    Object.entries({ query, document }).filter(([, template]) => template !== undefined),
  )
  // Of a model without any, the app says so itself.
  if (reset || !before || Object.keys(changed).length > 0) {
    await session.request('models.setTemplates', {
      model,
      templates: reset || !before ? null : { ...before.used, ...changed },
    })
  }
  return { before, after: await templatesOf(session, model) }
}

const templatesText = (used: EmbeddingTemplates | undefined): string =>
  used ? `query     ${used.query}\ndocument  ${used.document}` : ''

async function templatesOf(session: CommandSession, name: string): Promise<ModelInfo['templates']> {
  const listed = await session.request('models.list', {})
  const model = inOllama(name) ?? name
  const found = listed.models.find(({ title }) => isSameName(title, model))
  if (!found && listed.problem) {
    const { code, message, fix } = listed.problem
    throw new Problem(code, message, fix)
  }
  return found?.templates
}

const FROM: Record<OllamaAddress['from'], string> = {
  'command line': 'as --ollama says',
  settings: 'as the settings say',
  OLLAMA_HOST: 'as OLLAMA_HOST says',
  default: 'its own default',
}

/** Characters of a digest that Ollama itself shows. */
const SHOWN_DIGEST = 12

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** The list of models, and where Ollama is. */
function modelsText(
  { ollama, version, models, problem }: ActionAnswer<'models.list'>,
  uses: ReadonlyMap<string, string[]>,
): string {
  const rows = models.map((model) => [...rowOf(model), (uses.get(model.name) ?? []).join(', ')])
  const header = ['model', 'can do', 'size', 'context', 'dimensions', 'digest', 'loaded', 'tried']
  const where = `Ollama${version ? ` ${version}` : ''} at ${ollama.address}, ${FROM[ollama.from]}`
  const state = problem ? `${problem.message} ${problem.fix ?? ''}`.trim() : where
  const remarks = models.flatMap((model) =>
    [...(model.remark ? [model.remark] : []), ...unfitTexts(model)].map((said) =>
      plainText(`${model.title}: ${said}`),
    ),
  )
  return [plainText(state), tableText([...header, 'used as'], rows), remarks.join('\n')].join(
    '\n\n',
  )
}

function rowOf(model: ModelInfo): string[] {
  const { title, capabilities, size, contextTokens, dimensions, digest, loaded, isRemote } = model
  return [
    plainText(title),
    plainText(capabilities.join(', ')) + (isRemote ? ' (on another machine: not asked)' : ''),
    size ? bytesText(size) : '',
    contextTokens === undefined ? '' : whole.format(contextTokens),
    dimensions === undefined ? '' : String(dimensions),
    plainText((digest ?? '').slice(0, SHOWN_DIGEST)),
    loaded ? 'yes' : '',
    canChat(model) ? fitnessText(model) : '',
  ]
}

/** What a test found, and what it means. */
const testText = (rows: readonly ModelTestRow[]): string =>
  tableText(
    ['', 'found', '', 'meaning'],
    rows.map(({ what, outcome, found, meaning }) => [
      what,
      plainText(found),
      outcome === 'good' ? '' : outcome === 'poor' ? '!' : '–',
      plainText(meaning),
    ]),
  )
