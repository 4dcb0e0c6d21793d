import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')
const file = path.join(root, 'scripts/test-durations.json')

/**
 * Starts one project of the configuration after the other, in their order there, and in each the slowest files
 * first, so that no worker is left with a long one at the end. The durations are in scripts/test-durations.json,
 * in seconds; `npm run test:all` writes them. Unknown files count as short.
 *
 * Vitest ends a worker, with all modules it has loaded, when the next file in the queue belongs to another
 * project. So projects must not alternate.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds: Record<string, number> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[path.relative(root, moduleId)] ?? 0
    const projects = this.ctx.projects
    return [...specifications].sort(
      (a, b) =>
        projects.indexOf(a.project) - projects.indexOf(b.project) ||
        secondsOf(b) - secondsOf(a) ||
        a.moduleId.localeCompare(b.moduleId),
    )
  }
}
