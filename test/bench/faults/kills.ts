import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'
import { libraryIn } from '../../fakes/app-on'
import { bundled } from '../../fixtures/bundled'
import { killTrial, undisturbed } from '../../fixtures/kills/kill-trial'
import { fillPlace, OPERATIONS, type Operation } from '../../fixtures/kills/operations'
import { killPublisher, publishOnce } from '../../fixtures/kills/publish-trial'
import { printFigure } from '../print'

const KILLS_EACH = 30
/** Attempts that end before they are killed are made again, but not for ever. */
const ATTEMPTS_EACH = 120
const SEED = 20_260_101

/**
 * Kills processes while they write, at moments spread over the whole of each operation, and looks
 * at what they left.
 */
export async function kills(): Promise<void> {
  const program = await bundled('kills/operate.ts')
  let killed = 0
  let faulty = 0
  for (const operation of OPERATIONS) {
    const counts = await killOften(program.main, operation)
    killed += counts.killed
    faulty += counts.faulty
  }
  printFigure(`${killed} kills in all`, `${faulty} left something`, '0')
  program.remove()
}

const PUBLISHERS_KILLED = 100

/** Kills publishers at moments spread over the whole of publishing. */
export async function publisherKills(): Promise<void> {
  const program = await bundled('kills/operate.ts')
  const { main } = program
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-kills-'))
  const trial = { main, place: await fillPlace(folder, libraryIn(folder)) }
  await publishOnce(trial)
  const elapsedMs = await publishOnce(trial)
  const random = randomNumbers(SEED)
  let killed = 0
  let faulty = 0
  for (let turn = 0; killed < PUBLISHERS_KILLED && turn < 4 * PUBLISHERS_KILLED; turn++) {
    const moment = { afterMs: elapsedMs * ((killed + random()) / PUBLISHERS_KILLED) }
    const faults = await killPublisher(trial, moment).catch((error: unknown) => [String(error)])
    if (faults === 'not killed') continue
    killed++
    if (faults.length > 0) faulty++
    for (const fault of faults) process.stdout.write(`    publish: ${fault.slice(0, 300)}\n`)
  }
  printFigure(
    `${killed} kills of publishers, of about ${elapsedMs.toFixed(0)} ms`,
    `${faulty} left something`,
    '0',
  )
  await rm(folder, { recursive: true, force: true })
  program.remove()
}

async function killOften(main: string, operation: Operation) {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-kills-'))
  const place = await fillPlace(folder, libraryIn(folder))
  const random = randomNumbers(SEED)
  const trial = { main, place, operation, turn: 0 }
  const runs = [await undisturbed(trial), await undisturbed({ ...trial, turn: 1 })]
  const elapsedMs = Math.min(...runs.map((one) => one.elapsedMs))
  let killed = 0
  let faulty = 0
  for (let turn = 2; killed < KILLS_EACH && turn < ATTEMPTS_EACH; turn++) {
    const moment = { afterMs: elapsedMs * ((killed + random()) / KILLS_EACH) }
    const faults = await killTrial({ ...trial, turn }, moment, runs[0]?.after ?? '').catch(
      (error: unknown) => [String(error)],
    )
    if (faults === 'not killed') continue
    killed++
    if (faults.length > 0) faulty++
    for (const fault of faults)
      process.stdout.write(`    ${operation.name}: ${fault.slice(0, 300)}\n`)
  }
  printFigure(
    `${killed} kills during ${operation.name}, of about ${elapsedMs.toFixed(0)} ms`,
    `${faulty} left something`,
    '0',
  )
  await rm(folder, { recursive: true, force: true })
  return { killed, faulty }
}
