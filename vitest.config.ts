import { defineConfig } from 'vitest/config'

// Packages of the house run from source by the default of their exports. The condition `source` is not set: it
// would break react-aria, which names files by it that it does not ship.
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'packages/*/test/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
    ],
    setupFiles: ['scripts/lib/law-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    maxWorkers: 2,
  },
})
