import { defineConfig } from 'vitest/config'
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
    // Nothing is this slow. Time never decides whether a story passes.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 2,
    // The stories of a process share its browser (browser.ts).
    isolate: false,
    sequence: { sequencer: SlowestFirst },
  },
})
