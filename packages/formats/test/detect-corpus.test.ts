import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Detection, detectProjects } from '../src/index.ts'
import { CORPUS } from './corpus/files.ts'

const I18NEXT = join(CORPUS, 'i18next-json')
const isAbsent = !existsSync(I18NEXT)

describe.skipIf(isAbsent)(isAbsent ? 'real projects (skipped: the corpus is not beside this repository)' : 'real projects', () => {
  const expected: Record<string, Partial<Detection> & { readonly languages: number }> = {
    RSSNext__Folo: { pattern: 'locales/{ns}/{lng}.json', sourceLanguage: 'en', languages: 4 },
    excalidraw__excalidraw: { pattern: 'packages/excalidraw/locales/{lng}.json', sourceLanguage: 'en', languages: 9 },
    outline__outline: { pattern: 'shared/i18n/locales/{lng}/{ns}.json', sourceLanguage: 'en-US', languages: 5 },
    photoview__photoview: { pattern: 'ui/src/extractedTranslations/{lng}/{ns}.json', sourceLanguage: 'en', languages: 12 },
  }
  test.each(isAbsent ? [] : readdirSync(I18NEXT).sort())('%s is found from its root and from each folder on the way', (project) => {
    const { languages, pattern, sourceLanguage } = expected[project]!
    const base = pattern!.slice(0, pattern!.indexOf('{')).split('/').slice(0, -1)
    for (let depth = 0; depth <= base.length; depth++) {
      const folder = join(I18NEXT, project, ...base.slice(0, depth))
      const found = filesBelow(folder).map((path) => ({ path: relative(folder, path), bytes: statSync(path).size }))
      const best = detectProjects(found)[0]!
      expect(best.pattern).toBe(pattern!.split('/').slice(depth).join('/'))
      expect(best.sourceLanguage).toBe(sourceLanguage)
      expect(new Set(best.files.map((file) => file.language)).size).toBe(languages)
      const skipped = best.skipped.map((file) => file.path)
      expect(best.files.length + skipped.length).toBe(found.length)
      expect(skipped.filter((path) => !path.endsWith('percentages.json'))).toEqual([])
    }
  })
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
