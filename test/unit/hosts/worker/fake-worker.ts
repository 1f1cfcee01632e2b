import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../../../../src-main/domain/problem'
import { answer } from '../../../../src-main/hosts/worker/answer'
import { fakeApp } from '../../../fakes/app'

const { version } = workerData as { version: string }
if (version === 'broken')
  throw new Problem('storage', 'The data folder is read-only.', 'Choose another.')
if (parentPort) answer(fakeApp(), parentPort)
