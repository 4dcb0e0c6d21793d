import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkFolder } from '../src/check/check-folder.ts'
import { run } from '../src/run.ts'
import { CORPUS_ABSENT, CORPUS_FORMATS, filesOf, isOfItsFormat, projectsOf } from './corpus-projects.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-pseudo-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function pseudo(...args: string[]) {
  const said: string[] = []
  const add = (text: string) => void said.push(text)
  const env = { XDG_CONFIG_HOME: root }
  const code = await run(['pseudo', root, ...args], { env, print: add, complain: add })
  return { code, said: said.join('\n') }
}

describe.skipIf(CORPUS_ABSENT !== '')(`projects of the corpus${CORPUS_ABSENT}`, () => {
  test.each(CORPUS_FORMATS)('%s: a check finds no error in the pseudo language', async (format) => {
    for (const project of await projectsOf(format)) {
      await rm(root, { recursive: true, force: true })
      await cp(project, root, { recursive: true, filter: isOfItsFormat })
      const first = await pseudo('--brackets')
      if (/^No (?:locale files|file of)/.test(first.said)) continue
      expect([first.code, first.said]).toEqual([0, expect.stringContaining('texts')])
      expect((await pseudo('--rtl')).code).toBe(0)
      const { findings } = await checkFolder(root)
      const wrong = findings.filter(
        ({ language, severity }) => severity === 'error' && /-X[AB]$/.test(language),
      )
      expect(wrong).toEqual([])
      expect(
        findings.some(({ language }) => /-X[AB]$/.test(language)) || (await filesOf(root)).size > 0,
      ).toBe(true)
      return
    }
    throw new Error(`No project of ${format} was found`)
  })
})
