import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')
const file = path.join(root, 'scripts/test-durations.json')

/**
 * Starts the slowest files first, so that no worker is left with a long one at the end. The durations are in
 * scripts/test-durations.json, in seconds; `npm run test:all` writes them. Unknown files count as short.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds: Record<string, number> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[path.relative(root, moduleId)] ?? 0
    return [...specifications].sort(
      (a, b) => secondsOf(b) - secondsOf(a) || a.moduleId.localeCompare(b.moduleId),
    )
  }
}
