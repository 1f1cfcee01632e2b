import { Option, type Command } from 'commander'
import type { EmbeddingTemplates, ModelInfo } from '../../../domain/model/model'
import {
  embedderCalled,
  embedderTitle,
  inOllama,
  isBuiltIn,
  isSameName,
  MODEL_ROLES,
  type ModelRole,
  ofOllama,
} from '../../../domain/model/names'
import { Problem } from '../../../domain/problem'
import { modelsText, testText } from '../models-text'
import { OLLAMA_OPTION } from '../ollama-option'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace?: string
  ollama?: string
  json?: boolean
}

interface TemplateFlags extends Flags {
  query?: string
  document?: string
  reset?: boolean
}

export function addModelsCommands(program: Command, run: Run): void {
  const models = program
    .command('models')
    .description('list, pull, delete, test and choose models of Ollama')
  models
    .command('list', { isDefault: true })
    .description('list the models there are, with what each can do and what it is used as')
    .option('--workspace <dir>', 'what this workspace uses them as; default: the settings')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => list(session, flags), flags))
  models
    .command('pull')
    .description('load a model from Ollama’s registry; what was stopped goes on where it was')
    .argument('<model>', 'its name, such as bge-m3 or qwen3:4b')
    .option(...OLLAMA_OPTION)
    .action((model: string, flags: Flags) =>
      run(async (session) => {
        const pulled = await session.request('models.pull', { model })
        session.print(`Pulled ${pulled.model}.`)
      }, flags),
    )
  models
    .command('delete')
    .description('delete a model from Ollama, for all programs that use it')
    .argument('<model>', 'its name')
    .option('--yes', 'without this, nothing is deleted')
    .option(...OLLAMA_OPTION)
    .action((model: string, flags: Flags & { yes?: boolean }) =>
      run((session) => deleteModel(session, model, flags.yes ?? false), flags),
    )
  addTestAndUse(models, run)
  addTemplates(models, run)
}

function addTestAndUse(models: Command, run: Run): void {
  models
    .command('test')
    .description('try a model: how fast it is, and whether its answers hold')
    .argument('<model>', 'its name; instant and sentences are built in')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((model: string, flags: Flags) =>
      run(async (session) => {
        const tested = await session.request('models.test', { model: fullName(model) })
        if (flags.json) return session.printJson(tested)
        session.print(testText(tested.rows))
      }, flags),
    )
  models
    .command('use')
    .description('choose a model; left out, a workspace goes back to the settings’')
    .argument('[model]', 'its name; instant and sentences are built in')
    .addOption(
      new Option('--for <role>', 'what it is chosen for')
        .choices(MODEL_ROLES)
        .makeOptionMandatory(),
    )
    .option('--workspace <dir>', 'for this workspace alone; default: the settings')
    .option(...OLLAMA_OPTION)
    .action((model: string | undefined, flags: Flags & { for: ModelRole }) =>
      run((session) => useModel(session, model, flags), flags),
    )
}

function addTemplates(models: Command, run: Run): void {
  models
    .command('templates')
    .description('show or set how a model that embeds is given its texts')
    .argument('<model>', 'its name')
    .option('--query <template>', 'with {text} where the query is to stand')
    .option('--document <template>', 'with {text} where the tool document is to stand')
    .option('--reset', 'back to what the model comes with')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((model: string, flags: TemplateFlags) =>
      run((session) => templates(session, model, flags), flags),
    )
}

/** As requests name it: of Ollama, unless said otherwise. */
function fullName(given: string): string {
  const model = embedderCalled(given)
  return isBuiltIn(model) || inOllama(model) !== undefined ? model : ofOllama(model)
}

/** What is built in as people call it, a model as it is named in a command. */
const titleOf = (model: string): string => (isBuiltIn(model) ? embedderTitle(model) : model)

async function list(session: CommandSession, { workspace, json }: Flags): Promise<void> {
  const listed = await session.request('models.list', {})
  const uses = await usesOf(session, workspace)
  if (json) return session.printJson({ ...listed, uses })
  const byModel = Map.groupBy(Object.entries(uses), ([, model]) => model)
  const roles = [...byModel].map(([model, all]) => [model, all.map(([role]) => role)] as const)
  session.print(modelsText(listed, new Map(roles)))
  const absent = [...byModel.keys()].filter((name) => !listed.models.some((m) => m.name === name))
  for (const name of absent) {
    session.remark(
      `${titleOf(name)} is in use, but not there. Pull it, or choose another: models use`,
    )
  }
}

/** The model in use for each thing that one is chosen for. */
async function usesOf(
  session: CommandSession,
  workspace: string | undefined,
): Promise<Partial<Record<ModelRole, string>>> {
  const { chatModel, embedder, reranker } = await session.request('settings.read', {})
  const own = workspace
    ? (await session.request('workspace.read', { dir: await session.workspace(workspace) })).models
    : {}
  const uses = { chat: chatModel, embedder, reranker, ...own }
  return Object.fromEntries(Object.entries(uses).filter(([, name]) => name !== undefined))
}

async function deleteModel(session: CommandSession, given: string, yes: boolean): Promise<void> {
  const model = fullName(given)
  if (!yes) {
    throw new Problem(
      'bad-input',
      `${given} would be deleted for all programs that use Ollama, so nothing was done.`,
      'Say --yes to delete it.',
    )
  }
  await session.request('models.delete', { model, confirm: model })
  session.print(`Deleted ${given}.`)
}

const SETTINGS_TITLE: Record<ModelRole, string> = {
  chat: 'chat model',
  embedder: 'embedder',
  reranker: 'reranker',
}

async function useModel(
  session: CommandSession,
  given: string | undefined,
  { for: role, workspace }: Flags & { for: ModelRole },
): Promise<void> {
  const { settings, workspace: changed } = await session.request('models.choose', {
    role,
    model: given === undefined ? null : fullName(given),
    ...(workspace !== undefined && { dir: await session.workspace(workspace) }),
  })
  const own = changed?.models?.[role]
  const general = role === 'chat' ? settings.chatModel : settings[role]
  const used = own ?? general
  const who = changed ? `“${changed.name}” uses` : 'The settings name'
  const suffix = changed && own === undefined ? ', as the settings say' : ''
  session.print(
    `${who} ${used === undefined ? 'no model' : titleOf(used)} as ${SETTINGS_TITLE[role]}${suffix}.`,
  )
}

async function templates(
  session: CommandSession,
  model: string,
  { query, document, reset, json }: TemplateFlags,
): Promise<void> {
  const before = await templatesOf(session, model)
  const changed = Object.fromEntries(
    Object.entries({ query, document }).filter(([, template]) => template !== undefined),
  )
  // Of a model without any, the app says so itself.
  if (reset || !before || Object.keys(changed).length > 0) {
    await session.request('models.setTemplates', {
      model: fullName(model),
      templates: reset || !before ? null : { ...before.used, ...changed },
    })
  }
  const after = await templatesOf(session, model)
  if (json) return session.printJson(after)
  session.print(templatesText(after?.used))
  if (templatesText(after?.used) !== templatesText(before?.used)) {
    session.remark('What was embedded with the old templates is embedded anew when it is needed.')
  }
}

const templatesText = (used: EmbeddingTemplates | undefined): string =>
  used ? `query     ${used.query}\ndocument  ${used.document}` : ''

async function templatesOf(
  session: CommandSession,
  given: string,
): Promise<ModelInfo['templates']> {
  const { models, problem } = await session.request('models.list', {})
  const model = inOllama(given) ?? given
  const found = models.find(({ title }) => isSameName(title, model))
  if (!found && problem) throw new Problem(problem.code, problem.message, problem.fix)
  return found?.templates
}
