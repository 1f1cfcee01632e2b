/** The server that is tried, without a path. */
export const url = process.env['PEGBOARD_LIVE_OLLAMA'] ?? ''

interface Listed {
  name: string
  size: number
  remote_host?: string
}

async function post<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(url + path, body && { method: 'POST', body: JSON.stringify(body) })
  return (await response.json()) as Answer
}

/** The smallest model on the machine that can do it, as the server says when asked about each. */
async function smallest(capability: string): Promise<string | undefined> {
  const { models } = await post<{ models: Listed[] }>('/api/tags')
  for (const { name } of models
    .filter((each) => !each.remote_host)
    .sort((a, b) => a.size - b.size)) {
    const { capabilities = [] } = await post<{ capabilities?: string[] }>('/api/show', {
      model: name,
    })
    if (capabilities.includes(capability)) return name
  }
  return undefined
}

/** The models that are tried; undefined where none is installed. */
export const embedderName = async () =>
  process.env['PEGBOARD_LIVE_EMBEDDER'] ?? (await smallest('embedding'))
export const chatName = async () =>
  process.env['PEGBOARD_LIVE_CHAT'] ?? (await smallest('completion'))
