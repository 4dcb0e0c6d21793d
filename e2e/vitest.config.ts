import { defineConfig } from 'vitest/config'

/**
 * End-to-end tests in a real Chromium against the built product, two at a time: each starts its own server
 * and browser, and mostly waits for them.
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
  },
})
