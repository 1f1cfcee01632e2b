import { writeFile } from 'node:fs/promises'
import { benchApp } from './bench-app'
import { TEACHER_FILE, TeacherScores } from './embedder'
import { estimated, measure, MEASURED, share } from './measured-rows'
import { printFigure } from './print'

const MODEL = 'ollama:all-minilm'

/**
 * Measures `dense` with the built-in embedder's teacher, served by Ollama or by
 * resources/embedder/serve.py at PEGBOARD_OLLAMA, and records it for the part `embedder`. Takes
 * minutes, so it runs only when it is named.
 */
export async function teacher(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const ollamaUrl = process.env['PEGBOARD_OLLAMA'] ?? 'http://127.0.0.1:11434'
  await app.request('settings.write', { ollamaUrl })
  const recallAt5: Record<string, number> = {}
  for (const rows of MEASURED) {
    const recipes = [{ recipe: 'dense' }]
    const [dense] = await measure(app, rows, { recipes, embedder: MODEL })
    if (!dense) continue
    const { mean } = await estimated(dense)
    recallAt5[rows.name] = Number(mean.toFixed(4))
    printFigure(`${rows.name}: Recall@5 of dense with ${MODEL}`, share(mean))
  }
  const scores = TeacherScores.parse({ model: MODEL, recallAt5 })
  await writeFile(TEACHER_FILE, `${JSON.stringify(scores, undefined, 2)}\n`)
  await app.close()
}
