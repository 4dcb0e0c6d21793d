import { defineConfig } from 'vitest/config'
import { RETRY_OF_SLOW } from '../scripts/lib/slow-machine.ts'

/**
 * User stories in a real Chromium against the built product, two at a time: each starts a server and a browser
 * of its own, and mostly waits for them.
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['e2e/**/*.e2e.ts'],
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    retry: RETRY_OF_SLOW,
  },
})
