import { defineConfig } from 'vitest/config'
import { TEST_DEADLINE_MS, WAIT_DEADLINE_MS } from '../scripts/lib/deadlines.ts'
import { SlowestFirst } from '../scripts/lib/slowest-first.ts'

/**
 * End-to-end tests in a real Chromium against the built product, two at a time: each starts its own server,
 * and mostly waits for it. Those in e2e/gate run in the gate, all of them in `npm run test:all`; a story that
 * is named runs anywhere.
 */
const isNamed = process.argv.some(
  (argument) => argument.startsWith('e2e/') && !argument.endsWith('config.ts'),
)
const isGate = process.env.DRAGOMAN_TEST_TIER === 'gate' && !isNamed

export default defineConfig({
  test: {
    include: [isGate ? 'e2e/gate/*.e2e.ts' : 'e2e/**/*.e2e.ts'],
    root: new URL('..', import.meta.url).pathname,
    setupFiles: ['e2e/report-pages.ts'],
    testTimeout: TEST_DEADLINE_MS,
    hookTimeout: TEST_DEADLINE_MS,
    expect: { poll: { timeout: WAIT_DEADLINE_MS } },
    pool: 'forks',
    maxWorkers: 2,
    // The stories of a process share its browser (browser.ts).
    isolate: false,
    sequence: { sequencer: SlowestFirst },
  },
})
