import type { CatalogTool } from '../domain/tool'
import { ANTHROPIC, GEMINI, OPENAI } from './provider-rules'
import type { Breach, Definition, ProviderRules } from './rule'

/** What some providers refuse of one tool’s definition. */
export interface DefinitionRefusal extends Breach {
  of: 'name' | 'schema'
  providers: string[]
}

const PROVIDERS: readonly ProviderRules[] = [OPENAI, ANTHROPIC, GEMINI]

/** What the providers would refuse of a tool as it is sent, each rule once with all who have it. */
export function refusalsOf({ tool, layer }: CatalogTool): DefinitionRefusal[] {
  const definition: Definition = {
    name: tool.name,
    description: layer.modelDescription ?? tool.description,
    schema: tool.parameters,
  }
  const found = new Map<string, DefinitionRefusal>()
  const add = (key: string, refusal: DefinitionRefusal): void => {
    const same = found.get(key)
    if (same) same.providers.push(...refusal.providers)
    else found.set(key, refusal)
  }
  for (const { provider, name, schema } of PROVIDERS) {
    if (!name.pattern.test(tool.name)) {
      const fix = 'Rename it at its source, or export with names of the form server__name.'
      add('name', { of: 'name', providers: [provider], why: `use ${name.said}`, fix })
    }
    for (const rule of schema) {
      const breach = rule(definition)
      if (breach) add(breach.why, { of: 'schema', providers: [provider], ...breach })
    }
  }
  return [...found.values()]
}
