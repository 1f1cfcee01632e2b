import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import { onEachSystem, type AskedInput, type Client } from './client'
import { isText } from './read-entry'

/** VS Code and Visual Studio: `servers`, or `mcp.servers` of settings, and `inputs`. */
export const vscode: Client = {
  files: {
    'VS Code': {
      own: onEachSystem('Code/User/mcp.json'),
      inProject: ['.vscode/mcp.json', '.vscode/settings.json'],
    },
  },
  entries(config) {
    const { servers } = partOf(config)
    return isObject(servers) ? Object.entries(servers) : undefined
  },
  inputs(config) {
    const { inputs } = partOf(config)
    return new Map(
      (Array.isArray(inputs) ? inputs : []).flatMap((input) =>
        isObject(input) && isText(input.id) ? [[input.id, askedInput(input)]] : [],
      ),
    )
  },
}

const partOf = (config: JsonObject): JsonObject =>
  !isObject(config.servers) && isObject(config.mcp) ? config.mcp : config

function askedInput({ description, password, options, command, ...input }: JsonObject): AskedInput {
  const told = isText(description) ? description : undefined
  const asked = isText(command) ? `what VS Code asks its command ${command} for` : told
  const choices = Array.isArray(options) ? options.map(choiceOf).filter(isText) : []
  return {
    ...(asked !== undefined && { description: asked }),
    isSecret: password === true,
    ...(isText(input.default) && { otherwise: input.default }),
    ...(choices.length > 0 && { choices }),
  }
}

const choiceOf = (option: JsonValue): JsonValue | undefined =>
  isObject(option) ? option.value : option
