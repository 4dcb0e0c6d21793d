import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import type { TranslationState } from '@dragoman/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../src/run.ts'
import { CORPUS_ABSENT, CORPUS_FORMATS, filesOf, isOfItsFormat, projectsOf } from './corpus-projects.ts'
import { openRepository, type TestRepository } from './repository.ts'

let repository: TestRepository
beforeAll(async () => {
  repository = await openRepository()
})
afterAll(() => repository.close())

async function dragoman(...args: string[]) {
  const said: string[] = []
  const { env } = repository
  const add = (text: string) => void said.push(text)
  const code = await run(args, { env, print: add, complain: add })
  return { code, said: said.join('\n') }
}

/** Returns the lines that are only in the first text, counting duplicates. */
function linesOnlyIn(one: string, other: string): string[] {
  const left = new Map<string, number>()
  for (const line of other.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  return one.split('\n').filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

type Wanted = {
  readonly key: number
  readonly language: string
  readonly forms: object
  /** Unchanged, because a file can store it on a separate line. */
  readonly state: TranslationState
  readonly version: number
}

/** Returns two texts of one language that each fit on a line. */
async function twoTexts(project: string): Promise<readonly Wanted[]> {
  const params = { project }
  const { languages, sourceLanguage } = await repository.server.call(api.texts.state, { params })
  for (const language of languages.toSorted(
    (a, b) => Number(a === sourceLanguage) - Number(b === sourceLanguage),
  )) {
    const query = { languages: language, limit: 500 }
    const { rows } = await repository.server.call(api.keys.page, { params, query })
    const found = rows.flatMap(({ key, translations }): Wanted[] => {
      const { forms = {}, version = 0, state = 'translated' } = translations[0] ?? {}
      return /^[^<>{}$\n"'\\|&]+$/.test(forms.other ?? '')
        ? [{ key: key.id, language, forms, state, version }]
        : []
    })
    if (found.length > 1) return found.slice(0, 2)
  }
  return []
}

/** Excludes the line on which XLIFF 2 stores the state of a text. */
const isText = (line: string) => !/<segment\b/.test(line)

/** Copies the first project whose files are detected, and pushes it to a project on the server. */
async function pushedCopy(format: string, project: string): Promise<string | null> {
  const root = join(repository.root, project)
  for (const origin of await projectsOf(format)) {
    await cp(origin, root, { recursive: true, filter: isOfItsFormat })
    const { code } = await dragoman('init', root, '--project', project)
    if (code !== 0) {
      await rm(root, { recursive: true })
      continue
    }
    const pushed = await dragoman('push', root, '--create')
    expect([pushed.code, pushed.said]).toEqual([0, expect.stringContaining(`sent to ${project}.`)])
    return root
  }
  return null
}

describe.skipIf(CORPUS_ABSENT !== '')(`projects of the corpus${CORPUS_ABSENT}`, () => {
  test.each(CORPUS_FORMATS)(
    '%s: pushed, two texts translated, pulled: nothing else differs',
    async (format) => {
      const project = `corpus-${format.replaceAll(/[^a-z0-9]+/g, '-')}`
      const root = await pushedCopy(format, project)
      if (root === null) throw new Error(`No project of ${format} was found`)
      // Metadata that a translation has and the source file lacks is written there once.
      if (format === 'xliff-2.0') await dragoman('sync', root)
      const before = await filesOf(root)
      expect((await dragoman('sync', root)).said).toMatch(/^Nothing to sync/m)
      expect(await filesOf(root)).toEqual(before)
      const wanted = await twoTexts(project)
      expect(wanted).toHaveLength(2)
      for (const [index, { key, language, forms, state, version }] of wanted.entries())
        await repository.server.call(api.translations.save, {
          params: { project, key, language },
          body: { forms: { ...forms, other: `Zupelnie nowy ${index}` }, state, baseVersion: version },
        })
      const pulled = await dragoman('pull', root)
      expect([pulled.code, pulled.said]).toEqual([0, expect.stringMatching(/^2 texts written/m)])
      const after = await filesOf(root)
      expect([...after.keys()]).toEqual([...before.keys()])
      const changed = [...after].map(([path, bytes]) => [decoded(before.get(path)), decoded(bytes)] as const)
      const come = changed.flatMap(([was, is]) => linesOnlyIn(is, was)).filter(isText)
      const gone = changed.flatMap(([was, is]) => linesOnlyIn(was, is)).filter(isText)
      expect([come.length, gone.length]).toEqual([2, 2])
      for (const line of come) expect(line).toContain('Zupelnie nowy')
      expect((await dragoman('sync', root)).said).toMatch(/^Nothing to sync/m)
      await rm(root, { recursive: true })
    },
  )
})

function decoded(bytes: Buffer = Buffer.alloc(0)): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8')
}
