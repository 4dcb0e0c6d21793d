import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, importsEnd, type Story } from './story.ts'

/** An import continues without its page: started, left, finished, and undone as one. */
const LANGUAGES = ['en', 'de', 'fr', 'pl', 'ar']
const NAMESPACES = 10
const KEYS = 40

let story: Story
let folder: string

beforeAll(async () => {
  story = await beginStory()
  await story.api('POST', '/projects', { slug: 'store', name: 'Store', sourceLanguage: 'en' })
  folder = mkdtempSync(join(tmpdir(), 'dragoman-e2e-import-'))
  for (const language of LANGUAGES) {
    for (let namespace = 0; namespace < NAMESPACES; namespace++) {
      const texts = Array.from({ length: KEYS }, (_, key) => [`key${key}`, `${language} ${namespace}.${key}`])
      const path = join(folder, 'locales', language, `part${namespace}.json`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(Object.fromEntries(texts), null, 2))
    }
  }
})
afterEach(() => story.closePages())
afterAll(async () => {
  await story.end()
  rmSync(folder, { recursive: true, force: true })
})

test('a folder of 50 files is imported while its page is left, and undone as one', async () => {
  const page = await story.visit('/p/store/files')
  await page.getByRole('button', { name: say('files:importFolder') }).waitFor()
  await page.locator('input[type=file]:not([multiple])').setInputFiles(join(folder, 'locales'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('400 new keys · 2,000 new translations · 4 new languages').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: say('files:importDo_other', { count: 50 }) }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto('about:blank')
  await importsEnd(story, 'store')

  const back = await story.visit('/p/store/activity')
  await back
    .getByText(/50 files/)
    .first()
    .waitFor()
  const { operations } = await story.api<{
    operations: readonly { id: number; summary: { translations: number } }[]
  }>('GET', '/projects/store/operations')
  expect(operations.map(({ summary }) => summary.translations)).toEqual([
    LANGUAGES.length * NAMESPACES * KEYS,
  ])
  await story.api('POST', `/projects/store/operations/${operations[0]?.id}/undo`, { keepNewer: false })
  const { keys } = await story.api<{ keys: number }>('GET', '/projects/store/overview')
  expect(keys).toBe(0)
})
