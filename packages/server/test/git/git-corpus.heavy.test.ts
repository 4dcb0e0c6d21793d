import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseTexts, walkRequest } from './request-walk.ts'
import { openRequestWorld, type RequestWorld } from './request-world.ts'

// Connects real projects as repositories, accepting whatever the preview finds. They are stored next to this
// repository, not in it. `DRAGOMAN_GIT_CORPUS=1` runs all of them and prints the results.

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus')
const isWhole = process.env.DRAGOMAN_GIT_CORPUS === '1'
const PATIENCE_MS = 300_000

/** Small projects whose formats differ most. */
const QUICK = [
  'android-xml/TeamNewPipe__NewPipe',
  'csv/dcomtois__summarytools',
  'dotnet-resx/HandBrake__HandBrake',
  'gettext-po/paperless-ngx__paperless-ngx',
  'ini/henrypp__simplewall',
  'java-properties/jfree__jfreechart',
  'rails-yaml/svenfuchs__rails-i18n',
  'xliff-1.2/kimai__kimai',
]
/** Not real projects: test files of libraries. */
const NO_PROJECT = /projectfluent__fluent\.js|ngx-i18nsupport|XLIFF2-Object-Model/
/** XLIFF 1.2 among the project's files of 2.0, which is reported with its location. */
const OF_ANOTHER_FORMAT = [
  'translations/messages.pt_BR.xlf: unreadable',
  'translations/security.zh_CN.xlf: unreadable',
  'translations/validators.pt_BR.xlf: unreadable',
  'translations/validators.zh_CN.xlf: unreadable',
]
/** The minimum that must be tested. */
const FLOOR = isWhole ? { projects: 69, sources: 80, formats: 23 } : { projects: 8, sources: 8, formats: 8 }

const all = existsSync(CORPUS) ? projectsIn(CORPUS).filter((project) => !NO_PROJECT.test(project)) : []
const chosen = isWhole ? all : all.filter((project) => QUICK.includes(project))

type Done = {
  readonly project: string
  readonly format: string
  readonly files: number
  readonly strings: number
  /** Null if no file has four texts that can be found in its bytes. */
  readonly path: string | null
}

describe.skipIf(all.length === 0)(
  'projects of the corpus: a pull request of three texts, and a developer',
  () => {
    let world: RequestWorld
    const done: Done[] = []
    beforeAll(async () => {
      world = await openRequestWorld()
    })
    afterAll(async () => {
      await world.close()
      if (isWhole) process.stdout.write(`${tableOf(done)}\n`)
    })

    test.each(chosen)('%s', { timeout: PATIENCE_MS }, async (project) => {
      const looked = await world.repository(project.replaceAll(/[^\w]+/g, '-'), (repository) => {
        repository.write(filesOf(join(CORPUS, project)))
        repository.commit('First')
      })
      const before = done.length
      for (const found of looked.found) {
        const source = await looked.connect(found)
        expect(await source.troubled()).toEqual(/bolt__core/.test(project) ? OF_ANOTHER_FORMAT : [])
        const texts = await chooseTexts(looked, source)
        if (texts !== null) await walkRequest(looked, source, texts)
        const { format, fileCount: files } = found
        done.push({ project, format, files, strings: await source.strings(), path: texts?.path ?? null })
      }
      expect(done.slice(before).filter(({ path }) => path !== null)).not.toEqual([])
      expect(await looked.close()).toEqual([])
    })

    test('enough of them were tested', () => {
      const walked = done.filter(({ path }) => path !== null)
      expect(new Set(walked.map(({ project }) => project)).size).toBeGreaterThanOrEqual(FLOOR.projects)
      expect(walked.length).toBeGreaterThanOrEqual(FLOOR.sources)
      expect(new Set(walked.map(({ format }) => format)).size).toBeGreaterThanOrEqual(FLOOR.formats)
    })
  },
)

function projectsIn(corpus: string): readonly string[] {
  return readdirSync(corpus, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(corpus, name)).map((project) => `${name}/${project}`))
}

function filesOf(folder: string): Readonly<Record<string, Buffer>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? [[path.slice(folder.length + 1), readFileSync(path)]] : []
    }),
  )
}

/** Lists by format: projects, sources, files, strings, and what had no text to test with. */
function tableOf(done: readonly Done[]): string {
  const formats = [...new Set(done.map(({ format }) => format))].sort()
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
  const line = (name: string, part: readonly Done[]) => {
    const walked = part.filter(({ path }) => path !== null)
    const projects = new Set(part.map(({ project }) => project)).size
    const counts = [projects, part.length, walked.length, sum(part.map(({ files }) => files))]
    return `| ${[name, ...counts, sum(part.map(({ strings }) => strings))].join(' | ')} |`
  }
  return [
    '| format | projects | sources | carried out | files | strings |',
    ...formats.map((format) =>
      line(
        format,
        done.filter((one) => one.format === format),
      ),
    ),
    line('all', done),
    ...done
      .filter(({ path }) => path === null)
      .map(({ project, format }) => `no texts: ${project} (${format})`),
  ].join('\n')
}
