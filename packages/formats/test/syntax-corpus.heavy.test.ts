import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { applyFixes } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { checkProject, type Finding } from './corpus/check-project.ts'
import { CORPUS } from './corpus/files.ts'

/**
 * Damage that real translators and machines have done, found by the checks. The files are next to the
 * repository.
 */
const isAbsent = !existsSync(join(CORPUS, 'icu-json'))
if (isAbsent) console.warn('The corpus of real projects is not there: the checks are not tried on it.')

const SYNTAX_CODES = /^(?:icu-syntax|brace-unmatched|placeholder-unclosed|fluent-syntax)$/

describe.skipIf(isAbsent)(
  isAbsent ? 'real translations (not beside this checkout: skipped)' : 'real translations',
  () => {
    test('a percent sign converted to Arabic breaks the placeholder, and the fix restores it', async () => {
      const { findings } = await checkProject('qt-ts/keepassxreboot__keepassxc')
      const lost = findings.filter(
        ({ language, issue }) => language === 'ar' && issue.code === 'placeholder-missing',
      )
      // The Arabic sign followed by the placeholder's own number or letter; if they differ, the intention is
      // unknown.
      const turned = lost.filter(({ text, issue }) =>
        new RegExp(`٪\\s?${String(issue.params?.placeholder).slice(1)}`).test(text),
      )
      expect(new Set(turned.map(({ key, issue }) => `${key} ${issue.form}`)).size).toBeGreaterThanOrEqual(48)
      const unmended = turned.filter(
        ({ issue, text }) =>
          issue.fix === undefined || !applyFixes(text, [issue]).includes(String(issue.params?.placeholder)),
      )
      expect(unmended.map(({ text }) => text)).toEqual([])
    })

    test.each([
      ['icu-json/sct__overseerr', ['ar components.MovieDetails.releasedate icu-syntax']],
      [
        'icu-json/stashapp__stash',
        [
          'de-DE dialogs.reassign_entity_title brace-unmatched',
          'ja-JP toast.added_entity icu-syntax',
          'ja-JP toast.removed_entity icu-syntax',
          'ru-RU custom_fields.criteria_format_string brace-unmatched',
        ],
      ],
      ['icu-json/mattermost__mattermost-mobile', []],
    ])('%s: every broken message is found, and no other', async (project, expected) => {
      const { findings } = await checkProject(project)
      const broken = findings.filter(({ issue }) => SYNTAX_CODES.test(issue.code))
      expect(broken.map(({ language, key, issue }) => `${language} ${key} ${issue.code}`).sort()).toEqual(
        expected,
      )
    })

    /** Projects whose translators have lost no placeholder: a check that reports one is wrong. */
    test.each([
      'apple-strings/home-assistant__iOS',
      'apple-strings/exelban__stats',
      'apple-xcstrings/Whisky-App__Whisky',
      'chrome-messages/gorhill__uBlock',
      'flutter-arb/flutter__gallery',
      'gettext-po/GNOME__gnome-calculator',
      'gettext-po/paperless-ngx__paperless-ngx',
      'gettext-po/vim__vim',
      'fluent-ftl/qarmin__czkawka',
      'ini/zhongyang219__TrafficMonitor',
      'java-properties/cryptomator__cryptomator',
      'qt-ts/qbittorrent__qBittorrent',
      'toml/Myriad-Dreamin__tinymist',
      'xliff-1.2/gitextensions__gitextensions',
    ])('%s: no existing placeholder is reported lost', async (project) => {
      const { texts, findings } = await checkProject(project)
      expect(texts).toBeGreaterThan(1000)
      const shown = ({ language, key, text, issue }: Finding) => `${issue.code} ${language} ${key}: ${text}`
      expect(
        findings
          .filter(({ issue }) => /^(?:placeholder|nesting|icu|fluent|brace)/.test(issue.code))
          .map(shown),
      ).toEqual([])
    })
  },
)
