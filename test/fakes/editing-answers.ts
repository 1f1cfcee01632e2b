import { withFields, type HandFields } from '../../src-main/domain/tool/hand-fields'
import { faultLine, schemaFaults } from '../../src-main/domain/tool/schema-faults'
import { toolId, type CatalogTool, type Tool } from '../../src-main/domain/tool/tool'
import { failure, type Answers } from './bridge-script'
import { changesKept } from './undo-answers'

const absent = (id: string) => failure({ code: 'not-found', message: `There is no tool ${id}.` })

/** Edits by hand of a small catalog: nothing is written, every edit has a name of its own. */
export function editingAnswers(catalog: CatalogTool[], changes = changesKept()): Answers {
  const noted = () => changes.note(() => undefined)
  const find = (id: string) => catalog.find(({ tool }) => tool.id === id)
  const isTaken = (tool: Tool) =>
    catalog.some(
      (other) =>
        other.tool.id !== tool.id &&
        other.tool.name === tool.name &&
        other.tool.server === tool.server,
    )
  const written = (entry: CatalogTool, fields: Partial<HandFields>) => {
    const tool = withFields(entry.tool, fields)
    if (isTaken(tool)) {
      const message = `There is a tool “${tool.name}” already.`
      return failure({ code: 'conflict', message })
    }
    return { entry: { ...entry, tool }, ...noted(), notices: [] }
  }
  return {
    'catalog.create': ({ fields, layer = {} }) => {
      const { name: called, server = null } = fields
      const [first] = catalog
      if (!first) return absent('any')
      const wanted = toolId(called, server ?? undefined)
      const id = find(wanted) ? toolId(`${wanted}#2`) : wanted
      const { imported: _, ...like } = first.tool
      const tool = { ...like, id, source: { format: 'by-hand', entry: null } }
      return written({ tool, layer }, { description: '', ...fields, server })
    },
    'catalog.duplicate': ({ id }) => {
      const entry = find(id)
      if (!entry) return absent(id)
      const copied = `${entry.tool.name}_copy`
      const copy = { ...entry.tool, id: toolId(copied, entry.tool.server) }
      return written({ ...entry, tool: copy }, { name: copied })
    },
    'catalog.edit': ({ id, fields }) => {
      const entry = find(id)
      return entry ? written(entry, fields) : absent(id)
    },
    'catalog.checkTool': ({ fields }) => {
      const faults = fields.parameters ? schemaFaults(fields.parameters) : []
      const fault = faults.find(({ grade }) => grade === 'fault')
      return { notices: [], ...(fault && { fault: faultLine(fault) }) }
    },
    'catalog.change': ({ ids }) => ({ changed: ids.length, ...noted() }),
    'catalog.remove': ({ ids }) => ({ removed: ids.length, ...noted() }),
    ...changes.answers,
  }
}
