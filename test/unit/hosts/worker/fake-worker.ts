import { parentPort, resourceLimits, workerData } from 'node:worker_threads'
import { Problem } from '../../../../src-main/domain/problem'
import { answer } from '../../../../src-main/hosts/worker/answer'
import { fakeApp } from '../../../fakes/app'

const { version } = workerData as { version: string }
if (version === 'broken')
  throw new Problem('storage', 'The data folder is read-only.', 'Choose another.')
if (version === 'limited')
  throw new Problem('storage', JSON.stringify(resourceLimits), 'Told for a test.')
if (parentPort) answer(fakeApp(), parentPort)
