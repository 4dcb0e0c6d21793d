import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { commitAll, type LocaleFolder, openLocaleFolder } from './locale-folder.ts'
import { beginStory, box, type Story, typeText, until, untilSaved } from './story.ts'

/**
 * Locale files of real projects, opened as their developers would. The corpus is next to the repository;
 * without it the tests are skipped.
 */

const corpus = path.resolve(import.meta.dirname, '../../shared/corpus')
/**
 * Some formats, with their special features on screen. One project of every format takes some minutes:
 * `DRAGOMAN_CORPUS_LONG=1 npx vitest run --config e2e/vitest.config.ts e2e/corpus.e2e.ts`; `npm run corpus`
 * tests all.
 */
const chosen = [
  'i18next-json/excalidraw__excalidraw',
  'i18next-json/outline__outline',
  'apple-xcstrings/Whisky-App__Whisky',
  'flutter-arb/zulip__zulip-flutter',
  'gettext-po/HandBrake__HandBrake',
  'xliff-1.2/symfony__validator',
]
const others = [
  'i18next-json/RSSNext__Folo',
  'i18next-json/photoview__photoview',
  'android-xml/AntennaPod__AntennaPod',
  'apple-strings/exelban__stats',
  'apple-stringsdict/mastodon__mastodon-ios',
  'chrome-messages/EFForg__privacybadger',
  'csv/dcomtois__summarytools',
  'dotnet-resx/JustArchiNET__ArchiSteamFarm',
  'fluent-ftl/mozilla__pdf.js',
  'icu-json/stashapp__stash',
  'ini/gogs__gogs',
  'java-properties/cryptomator__cryptomator',
  'laravel-json/Laravel-Lang__lang',
  'php-arrays/PHPMailer__PHPMailer',
  'qt-ts/flameshot-org__flameshot',
  'rails-yaml/svenfuchs__rails-i18n',
  'slang-json/localsend__localsend',
  'toml/Myriad-Dreamin__tinymist',
  'vue-i18n-json/elk-zone__elk',
  'xliff-2.0/bolt__core',
]
const wanted = process.env.DRAGOMAN_CORPUS_LONG ? [...chosen, ...others] : chosen
const projects = existsSync(corpus) ? wanted : []
if (projects.length === 0) console.warn('The corpus of real projects is not there: its stories are skipped.')

/** Files of another format with the same kind of name: shown as unreadable and left alone. */
const ODD_FILES = /^translations\/(?:messages\.pt_BR|security\.zh_CN|validators\.(?:pt_BR|zh_CN))\.xlf$/

type Row = { key: { id: number; name: string; plural: string }; source: Translation; target: Translation }
type Translation = { forms: { other?: string }; version: number }
type Files = { files: { path: string; language: string; state: string }[] }

describe.skipIf(projects.length === 0)('real projects', () => {
  let story: Story | undefined
  let locales: LocaleFolder | undefined
  afterEach(async () => {
    await story?.end()
    locales?.remove()
  })

  test.each(projects)('%s: untouched when opened, one line when edited', async (name) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-corpus-'))
    cpSync(path.join(corpus, name), folder, { recursive: true })
    locales = openLocaleFolder(folder)
    commitAll(locales)
    story = await beginStory({ args: [folder, '--no-open'] })
    const { api } = story
    const [project] = (
      await api<{ projects: { slug: string; sourceLanguage: string; keys: number }[] }>('GET', '/projects')
    ).projects
    if (project === undefined) throw new Error('No project was made')
    const { slug, sourceLanguage } = project
    const files = await until(async () => {
      const list = await api<Files>('GET', `/projects/${slug}/files`)
      expect(list.files.length).toBeGreaterThan(1)
      expect(list.files.filter(({ state, path }) => state !== 'in-step' && !ODD_FILES.test(path))).toEqual([])
      return list.files
    })
    expect(locales.git('status', '--porcelain')).toBe('')

    const targets = [...new Set(files.map(({ language }) => language))].filter(
      (language) => language !== sourceLanguage,
    )
    const page = await story.visit('/')

    const translated = await find(targets, 'state:translated', ({ target }) =>
      /^.{2,30}$/.test(target.forms.other ?? ''),
    )
    await translate(translated, `${translated.row.target.forms.other} ✓`)
    const edited = await changedLines()
    expect(edited).toHaveLength(1)
    expect(edited[0]).toMatchObject({ added: 1, removed: 1 })
    locales.git(
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@example.org',
      'commit',
      '--quiet',
      '--all',
      '-m',
      'One edit',
    )

    // How a new entry affects other lines differs between formats; the laws of formats cover it.
    if (!name.startsWith('i18next-json/')) {
      expect(story.takeComplaints()).toEqual([])
      return
    }
    const missing = await find(
      targets,
      'state:untranslated',
      ({ source }) => source.forms.other !== undefined,
    ).catch(() => null)
    if (missing !== null) {
      await translate(missing, 'Brand new')
      const added = await changedLines()
      expect(added).toHaveLength(1)
      // The line above can get its comma: one line removed, and added again with it
      expect(added[0]?.added).toBeLessThanOrEqual(2)
      expect((added[0]?.added ?? 0) - (added[0]?.removed ?? 0)).toBeLessThanOrEqual(1)
      expect(added[0]?.removed).toBeLessThanOrEqual(1)
    }
    expect(story.takeComplaints()).toEqual([])

    async function find(languages: readonly string[], q: string, fits: (row: Row) => boolean) {
      for (const language of languages) {
        const { rows } = await api<{ rows: Row[] }>(
          'GET',
          `/projects/${slug}/translations?language=${language}&q=${encodeURIComponent(q)}`,
        )
        const row = rows.find((one) => one.key.plural === 'none' && fits(one))
        if (row !== undefined) return { language, row }
      }
      throw new Error(`Nothing in ${name} is ${q}`)
    }

    async function translate({ language, row }: { language: string; row: Row }, text: string) {
      await page.goto(`/p/${slug}/translate/${language}?key=${row.key.id}`)
      await page
        .locator('h1')
        .getByText(row.key.name.split('.').at(-1) ?? '')
        .first()
        .waitFor()
      await box(page).waitFor()
      await typeText(page, text)
      await page.keyboard.press('ControlOrMeta+s')
      await untilSaved(page)
    }

    /** Waits until the edit is in its file. */
    async function changedLines() {
      return until(() => {
        const lines = locales?.git('diff', '--numstat').trim() ?? ''
        expect(lines).not.toBe('')
        expect(locales?.git('status', '--porcelain')).not.toContain('??')
        return lines.split('\n').map((line) => {
          const [added, removed, file] = line.split('\t')
          return { added: Number(added), removed: Number(removed), file }
        })
      })
    }
  })
})
