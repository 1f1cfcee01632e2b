import { vi } from 'vitest'
import { busyness } from '../fixtures/busyness'

/** How long a test may take on a machine at rest. */
const TEST_MS = 20_000

vi.setConfig({ testTimeout: TEST_MS * busyness(), hookTimeout: TEST_MS * busyness() })
