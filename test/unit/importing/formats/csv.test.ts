import { describe, expect, it } from 'vitest'
import { readColumns } from '../../../../src-main/importing/formats/csv'
import { UnreadableFile } from '../../../../src-main/importing/reading/place'
import { errorOf, importFiles, importText, textFile } from '../../../fixtures/importing/files'

const schema = '{"type":"object","properties":{"to":{"type":"string"}}}'
const quoted = `"${schema.replaceAll('"', '""')}"`

describe('a table of tools', () => {
  it.each([
    ['commas', 'tools.csv', ','],
    ['semicolons', 'tools.csv', ';'],
    ['tabs', 'tools.tsv', '\t'],
    ['tabs in spite of its name', 'tools.csv', '\t'],
    ['bars', 'tools.csv', '|'],
  ])('is read with %s', (_what, path, delimiter) => {
    const rows = [
      ['Tool', 'Description', 'Input Schema', 'Tags', 'Server'],
      ['send_mail', '"Sends, really; a ""mail""."', quoted, '"mail,out"', 'office'],
    ]
    const { format, tools, report } = importText(
      path,
      rows.map((row) => row.join(delimiter)).join('\r\n'),
    )
    expect(format).toBe('csv')
    expect(tools).toMatchObject([
      {
        id: 'office/send_mail',
        description: 'Sends, really; a "mail".',
        parameters: JSON.parse(schema) as unknown,
        tags: ['mail', 'out'],
      },
    ])
    expect(report).toEqual([])
  })

  it('may give parameters as name and description, and leaves out what is no JSON', () => {
    const { tools, report } = importText(
      'tools.csv',
      'name,description,parameters\na,A.,"{""to"":""Whom.""}"\nb,B.,{to}\n',
    )
    expect(tools[0]?.parameters).toEqual({
      type: 'object',
      properties: { to: { description: 'Whom.' } },
    })
    expect(report).toMatchObject([{ outcome: 'altered', where: 'tools.csv, line 3', entry: 'b' }])
  })

  it.each([
    [
      'Function,What it does,Plugin',
      { name: 'Function', description: 'What it does', server: 'Plugin' },
    ],
    [
      'Tool,Tool description,App name',
      { name: 'Tool', description: 'Tool description', server: 'App name' },
    ],
    [
      'API,Purpose (short),Service',
      { name: 'API', description: 'Purpose (short)', server: 'Service' },
    ],
    [
      'Name of the tool,Notes on usage,Group',
      { name: 'Name of the tool', description: 'Notes on usage', server: 'Group' },
    ],
    ['Operation,Summary,Width', { name: 'Operation', description: 'Summary' }],
  ])('headed %s is mapped by its header', (header, mapping) => {
    const text = `${header}\nsend_mail,Sends a letter.,office\n`
    expect(readColumns([textFile('t.csv', text)]).mapping).toEqual(mapping)
    const { format, tools } = importText('t.csv', text)
    expect(format).toBe('csv')
    expect(tools).toMatchObject([{ name: 'send_mail', description: 'Sends a letter.' }])
  })

  it('names its tools in the column of plugins where each is one', () => {
    const rows = ['send_fax,Sends a fax.', 'read_meter,Reads the meter.', 'water,Waters plants.']
    const { format, tools } = importText('t.csv', ['plugin,what it does', ...rows].join('\n'))
    expect(format).toBe('csv')
    expect(tools.map(({ id }) => id)).toEqual(['send_fax', 'read_meter', 'water'])
  })

  it('whose header says nothing is mapped by how its cells look', () => {
    const rows = [
      'send_mail,"{""to"":""Whom.""}",Sends a letter to somebody.,ok',
      'find,"{}",Looks for a letter.,ok',
    ]
    const { mapping } = readColumns([textFile('t.csv', ['x,y,z,w', ...rows].join('\n'))])
    expect(mapping).toEqual({ name: 'x', parameters: 'y', description: 'z' })
  })

  it('is mapped by its first eight rows, as they are shown, whatever stands in later ones', () => {
    const first = Array.from({ length: 8 }, (_, at) => `tool_${at},Does the thing ${at}.`)
    const later = Array.from({ length: 30 }, (_, at) => `The thing ${at} of these.,id_${at}`)
    const file = textFile('t.csv', ['x,y', ...first, ...later].join('\n'))
    const { mapping, rows } = readColumns([file])
    expect(rows).toHaveLength(8)
    expect(mapping).toEqual({ name: 'x', description: 'y' })
    const { tools } = importFiles([file], { format: 'csv' })
    expect(tools).toHaveLength(38)
    expect(tools[0]).toMatchObject({ name: 'tool_0', description: 'Does the thing 0.' })
    expect(tools.at(-1)).toMatchObject({ description: 'id_29' })
  })

  it('whose later parameters are of another kind keeps its tools, and says which lack them', () => {
    const rows = Array.from({ length: 30 }, (_, at) =>
      at < 28 ? `tool_${at},Does it.,${quoted}` : `tool_${at},Does it.,to whom`,
    )
    const text = ['name,description,parameters', ...rows].join('\n')
    const { tools, report } = importText('t.csv', text)
    expect(tools).toHaveLength(30)
    expect(tools[27]?.parameters).toEqual(JSON.parse(schema))
    expect(report).toMatchObject([{ outcome: 'altered', where: 't.csv, line 30', entries: 2 }])
  })

  it('is read by the mapping given', () => {
    const mapping = { name: 'Werkzeug', description: 'Text' }
    const { tools } = importText('t.csv', 'Werkzeug,Text\na,A.\n', { format: 'csv', mapping })
    expect(tools).toMatchObject([{ id: 'a', description: 'A.' }])
  })

  it.each([
    ['names no column of tools', undefined, 'which column'],
    ['lacks a mapped column', { name: 'Tool' }, 'has no column "Tool"'],
  ])('that %s is refused with the columns it has', (_what, mapping, why) => {
    const error = errorOf(() => importText('t.csv', 'Ding,Text\na,b', { format: 'csv', mapping }))
    expect(error).toBeInstanceOf(UnreadableFile)
    expect(error).toMatchObject({
      message: expect.stringContaining(why) as string,
      fix: expect.stringContaining('Ding, Text') as string,
    })
  })

  it('proposes a mapping and shows its first rows', () => {
    const file = textFile('t.csv', 'API Name,summary,,API Name\na,b,c,d\ne,f,g,h\n')
    expect(readColumns([file])).toEqual({
      columns: ['API Name', 'summary', 'column 3', 'API Name (column 4)'],
      rows: [
        ['a', 'b', 'c', 'd'],
        ['e', 'f', 'g', 'h'],
      ],
      mapping: { name: 'API Name', description: 'summary' },
    })
  })

  it('skips rows of another length, naming the line they begin on', () => {
    const { tools, report } = importText('t.csv', 'name,description\na,"A\nB"\nb\nc,d,e\nf,g\n')
    expect(tools.map(({ name }) => name)).toEqual(['a', 'f'])
    expect(report.map(({ outcome, where, why }) => [outcome, where, why])).toEqual([
      ['skipped', 't.csv, line 4', 'The row has 1 cell, the header 2'],
      ['skipped', 't.csv, line 5', 'The row has 3 cells, the header 2'],
    ])
  })

  it('says where a quote opens that is never closed', () => {
    const error = errorOf(() => importText('t.csv', 'name,description\na,"A\nb,B\n'))
    expect(error).toBeInstanceOf(UnreadableFile)
    expect(error).toMatchObject({ message: expect.stringContaining('line 2, column 2') as string })
  })

  it('says where a quote stands wrongly', () => {
    const error = errorOf(() => importText('t.csv', 'name,description\na,A "b" c\n'))
    expect(error).toMatchObject({ message: expect.stringContaining('line 2, column 2') as string })
  })

  it('that is empty is refused', () => {
    expect(() => importText('t.csv', ' \n')).toThrow('is empty')
  })
})
