import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Detection, detectProjects, formatById, matchFile, matchPattern } from '../src/index.ts'
import { CORPUS } from './corpus/files.ts'
import { diskContent } from './disk-content.ts'

const isAbsent = !existsSync(join(CORPUS, 'i18next-json'))

/**
 * Format, pattern, source language, and the number of files and languages. If a project has several programs,
 * the largest is first.
 */
type Expected = readonly [format: string, pattern: string, source: string, files: number, languages: number]

const PROJECTS: Readonly<Record<string, readonly Expected[]>> = {
  'android-xml/AntennaPod__AntennaPod': [
    ['android-xml', 'ui/i18n/src/main/res/values{-lng=en}/strings.xml', 'en', 9, 9],
  ],
  'android-xml/TeamNewPipe__NewPipe': [
    ['android-xml', 'app/src/main/res/values{-lng=en}/strings.xml', 'en', 8, 8],
  ],
  'android-xml/nextcloud__android': [
    ['android-xml', 'app/src/main/res/values{-lng=en}/strings.xml', 'en', 7, 7],
  ],
  'apple-strings/HandBrake__HandBrake': [['apple-strings', 'macosx/{lng}.lproj/{ns}.strings', 'en', 19, 4]],
  'apple-strings/exelban__stats': [
    ['apple-strings', 'Stats/Supporting Files/{lng}.lproj/{ns}.strings', 'en', 9, 9],
  ],
  'apple-strings/home-assistant__iOS': [
    ['apple-strings', 'Sources/App/Resources/{lng}.lproj/{ns}.strings', 'en', 24, 7],
  ],
  'apple-strings/mastodon__mastodon-ios': [
    [
      'apple-strings',
      'MastodonSDK/Sources/MastodonLocalization/Resources/{lng}.lproj/{ns}.strings',
      'en',
      7,
      7,
    ],
    ['apple-strings', 'MastodonIntent/{lng}.lproj/{ns}.strings', 'en', 5, 5],
    ['apple-strings', 'Mastodon/Resources/{lng;en=Base}.lproj/{ns}.strings', 'en', 4, 3],
    ['apple-strings', 'WidgetExtension/{lng}.lproj/{ns}.strings', 'en', 2, 2],
    ['apple-strings', 'Mastodon/Supporting Files/Settings.bundle/{lng}.lproj/{ns}.strings', 'en', 1, 1],
  ],
  'apple-stringsdict/mastodon__mastodon-ios': [
    [
      'apple-stringsdict',
      'MastodonSDK/Sources/MastodonLocalization/Resources/{lng}.lproj/{ns}.stringsdict',
      'en',
      7,
      7,
    ],
    // Without a file in the source language, which is that of the program's other files.
    ['apple-stringsdict', 'Localization/StringsConvertor/input/{lng}.lproj/{ns}.stringsdict', 'en', 5, 5],
    ['apple-stringsdict', 'MastodonIntent/{lng}.lproj/{ns}.stringsdict', 'en', 4, 4],
  ],
  'apple-xcstrings/Dimillian__IceCubesApp': [
    ['apple-xcstrings', 'IceCubesApp/Resources/Localization/Localizable.xcstrings', 'en', 1, 19],
  ],
  'apple-xcstrings/MrKai77__Loop': [['apple-xcstrings', 'Loop/Localizable.xcstrings', 'en', 1, 11]],
  'apple-xcstrings/Whisky-App__Whisky': [['apple-xcstrings', 'Whisky/Localizable.xcstrings', 'en', 1, 22]],
  'chrome-messages/EFForg__privacybadger': [
    ['chrome-json', 'src/_locales/{lng}/messages.json', 'en-US', 9, 9],
  ],
  'chrome-messages/gorhill__uBlock': [['chrome-json', 'src/_locales/{lng}/messages.json', 'en', 9, 9]],
  'chrome-messages/openstyles__stylus': [['chrome-json', 'src/_locales/{lng}/messages.json', 'en', 9, 9]],
  'dotnet-resx/HandBrake__HandBrake': [
    ['resx', 'win/CS/HandBrakeWPF/Properties/{ns}{.lng=en}.resx', 'en', 8, 4],
  ],
  // One is in a pseudo-language, `qps-Ploc`.
  'dotnet-resx/JustArchiNET__ArchiSteamFarm': [
    ['resx', 'ArchiSteamFarm/Localization/Strings{.lng=en}.resx', 'en', 9, 9],
  ],
  'dotnet-resx/ShareX__ShareX': [['resx', 'ShareX/{ns}{.lng=en}.resx', 'en', 20, 9]],
  'fluent-ftl/mozilla__pdf.js': [['fluent', 'l10n/{lng}/{ns}.ftl', 'en-US', 9, 9]],
  'fluent-ftl/mozilla__pontoon': [['fluent', 'translate/public/locale/{lng}/{ns}.ftl', 'en-US', 5, 5]],
  // Test files of a parser.
  'fluent-ftl/projectfluent__fluent.js': [],
  'fluent-ftl/qarmin__czkawka': [
    ['fluent', 'czkawka_gui/i18n/{lng}/{ns}.ftl', 'en', 6, 6],
    ['fluent', 'krokiet/i18n/{lng}/{ns}.ftl', 'en', 6, 6],
  ],
  'flutter-arb/flutter__gallery': [['arb', 'lib/l10n/intl_{lng}.arb', 'en', 7, 7]],
  'flutter-arb/krille-chan__fluffychat': [['arb', 'lib/l10n/intl_{lng}.arb', 'en', 8, 8]],
  'flutter-arb/zulip__zulip-flutter': [['arb', 'assets/l10n/app_{lng}.arb', 'en', 10, 10]],
  'gettext-po/GNOME__gnome-calculator': [
    ['gettext-po', 'po/{lng}.po', 'en', 11, 12],
    ['gettext-po', 'help/{lng}/{lng}.po', 'en', 1, 2],
  ],
  'gettext-po/HandBrake__HandBrake': [['gettext-po', 'gtk/po/{lng}.po|gtk/po/ghb.pot', 'en', 5, 5]],
  'gettext-po/documenso__documenso': [['gettext-po', 'packages/lib/translations/{lng}/{ns}.po', 'en', 2, 2]],
  'gettext-po/paperless-ngx__paperless-ngx': [
    ['gettext-po', 'src/locale/{lng}/LC_MESSAGES/{ns}.po', 'en-US', 6, 6],
  ],
  // The others are copies in old encodings: `cs.cp1250.po` for `cs.po`.
  'gettext-po/vim__vim': [['gettext-po', 'src/po/{lng}.po|src/po/vim.pot', 'en', 2, 2]],
  'i18next-json/RSSNext__Folo': [['i18next-json', 'locales/{ns}/{lng}.json', 'en', 40, 4]],
  'i18next-json/excalidraw__excalidraw': [
    ['i18next-json', 'packages/excalidraw/locales/{lng}.json', 'en', 9, 9],
  ],
  'i18next-json/outline__outline': [['i18next-json', 'shared/i18n/locales/{lng}/{ns}.json', 'en-US', 5, 5]],
  'i18next-json/photoview__photoview': [
    ['i18next-json', 'ui/src/extractedTranslations/{lng}/{ns}.json', 'en', 21, 12],
  ],
  'icu-json/mattermost__mattermost-mobile': [['icu-json', 'assets/base/i18n/{lng}.json', 'en', 6, 6]],
  'icu-json/sct__overseerr': [['icu-json', 'src/i18n/locale/{lng}.json', 'en', 6, 6]],
  'icu-json/stashapp__stash': [['icu-json', 'ui/v2.5/src/locales/{lng}.json', 'en-GB', 7, 7]],
  'ini/gogs__gogs': [['ini', 'conf/locale/locale_{lng}.ini', 'en-US', 7, 7]],
  // English is in the program.
  'ini/henrypp__simplewall': [['ini', 'bin/i18n/{language}.ini', 'en', 8, 8]],
  'ini/zhongyang219__TrafficMonitor': [['ini', 'TrafficMonitor/language/{language}.ini', 'en', 10, 10]],
  'java-properties/bisq-network__bisq': [
    ['java-properties', 'core/src/main/resources/i18n/displayStrings{_lng=en}.properties', 'en', 2, 2],
  ],
  'java-properties/cryptomator__cryptomator': [
    ['java-properties', 'src/main/resources/i18n/strings{_lng=en}.properties', 'en', 9, 9],
  ],
  'java-properties/hibernate__hibernate-validator': [
    [
      'java-properties',
      'engine/src/main/resources/org/hibernate/validator/ValidationMessages{_lng=en}.properties',
      'en',
      11,
      11,
    ],
  ],
  'java-properties/jfree__jfreechart': [
    [
      'java-properties',
      'src/main/resources/org/jfree/chart/{ns=LocalizationBundle,editor/LocalizationBundle,plot/LocalizationBundle,ui/LocalizationBundle}{_lng=en}.properties',
      'en',
      31,
      9,
    ],
  ],
  'laravel-json/Laravel-Lang__lang': [['laravel-json', 'locales/{lng}/{ns}.json', 'en', 28, 7]],
  'php-arrays/BookStackApp__BookStack': [['php-array', 'lang/{lng}/{ns}.php', 'en', 78, 6]],
  'php-arrays/FreshRSS__FreshRSS': [['php-array', 'app/i18n/{lng}/{ns}.php', 'en', 48, 6]],
  // English is in the program.
  'php-arrays/PHPMailer__PHPMailer': [['php-array', 'language/phpmailer.lang-{lng}.php', 'en', 9, 9]],
  'qt-ts/flameshot-org__flameshot': [
    ['qt-ts', 'data/translations/Internationalization_{lng}.ts', 'en', 7, 7],
  ],
  'qt-ts/keepassxreboot__keepassxc': [['qt-ts', 'share/translations/keepassxc_{lng}.ts', 'en', 3, 3]],
  'qt-ts/mumble-voip__mumble': [['qt-ts', 'src/mumble/mumble_{lng}.ts', 'en', 1, 2]],
  'qt-ts/qbittorrent__qBittorrent': [
    ['qt-ts', 'src/webui/www/translations/webui_{lng}.ts', 'en', 5, 5],
    ['qt-ts', 'src/lang/qbittorrent_{lng}.ts', 'en', 1, 1],
  ],
  'rails-yaml/diaspora__diaspora': [
    ['rails-yaml', 'config/locales/diaspora/{lng}.yml', 'en', 10, 10],
    ['rails-yaml', 'config/locales/devise/{ns}.{lng}.yml', 'en', 5, 5],
    ['rails-yaml', 'config/locales/javascript/{ns}.{lng}.yml', 'en', 5, 5],
  ],
  'rails-yaml/redmine__redmine': [['rails-yaml', 'config/locales/{lng}.yml', 'en', 9, 9]],
  'rails-yaml/svenfuchs__rails-i18n': [['rails-yaml', 'rails/locale/{lng}.yml', 'en', 13, 13]],
  'slang-json/localsend__localsend': [['slang-json', 'app/assets/i18n/{lng}.json', 'en', 9, 9]],
  'toml/Myriad-Dreamin__tinymist': [
    ['toml', 'locales/{ns=tinymist-rt,tinymist-vscode,tinymist-vscode-rt}.toml', 'en', 3, 36],
  ],
  'toml/dillonzq__LoveIt': [['toml', 'i18n/{lng}.toml', 'en', 10, 10]],
  'toml/luizdepra__hugo-coder': [['toml', 'i18n/{lng}.toml', 'en', 9, 9]],
  'vue-i18n-json/elk-zone__elk': [['vue-i18n-json', 'locales/{lng}.json', 'en', 10, 10]],
  // `cn.json` is Chinese.
  'vue-i18n-json/hoppscotch__hoppscotch': [
    ['vue-i18n-json', 'packages/hoppscotch-common/locales/{lng;zh=cn}.json', 'en', 8, 8],
  ],
  'vue-i18n-json/louislam__uptime-kuma': [['vue-i18n-json', 'src/lang/{lng}.json', 'en', 9, 9]],
  'xliff-1.2/georgringer__news': [
    ['xliff-1', 'Resources/Private/Language/{lng.=en}{ns}.xlf', 'en', 5, 1],
    ['xliff-1', 'Configuration/Sets/News/{lng.=en}labels.xlf', 'en', 1, 1],
    ['xliff-1', 'Configuration/Sets/RecordLinks/{lng.=en}labels.xlf', 'en', 1, 1],
    ['xliff-1', 'Configuration/Sets/Sitemap/{lng.=en}labels.xlf', 'en', 1, 1],
  ],
  'xliff-1.2/gitextensions__gitextensions': [
    ['xliff-1', 'src/app/GitUI/Translation/{language}.Plugins.xlf', 'en', 9, 9],
  ],
  'xliff-1.2/kimai__kimai': [['xliff-1', 'translations/{ns}.{lng}.xlf', 'en', 32, 8]],
  'xliff-1.2/paperless-ngx__paperless-ngx': [
    ['xliff-1', 'src-ui/src/locale/messages.{lng}.xlf', 'en', 2, 3],
    ['xliff-1', 'src-ui/{lng.=en-US}messages.xlf', 'en-US', 1, 1],
  ],
  'xliff-1.2/symfony__validator': [['xliff-1', 'Resources/translations/validators.{lng}.xlf', 'en', 10, 10]],
  // Four of the files are XLIFF 1.2 under the same names.
  'xliff-2.0/bolt__core': [['xliff-2', 'translations/{ns}.{lng}.xlf', 'en', 12, 5]],
  // Test data.
  'xliff-2.0/martinroob__ngx-i18nsupport': [],
  'xliff-2.0/microsoft__XLIFF2-Object-Model': [],
}

if (formatById('csv') !== null) {
  Object.assign(PROJECTS, {
    'csv/Smile-SA__elasticsuite': [['csv', 'src/{ns}/i18n/{lng}.csv', 'en-US', 16, 4]],
    'csv/dcomtois__summarytools': [['csv', 'translations/{lng}.csv', 'en', 6, 6]],
    'csv/w84death__Tanks-of-Freedom': [
      ['csv', 'translations/{ns}_{lng}.csv', 'en', 14, 7],
      ['csv', 'translations/{ns=campaigns/campaign,translations}.csv', 'en', 2, 7],
    ],
  })
}

describe.skipIf(isAbsent)(
  isAbsent ? 'real projects (skipped: the corpus is not beside this repository)' : 'real projects',
  () => {
    test.each(Object.keys(PROJECTS))('%s', async (project) => {
      const { paths, content } = diskContent(join(CORPUS, project))
      const detections = await detectProjects(paths, content)
      expect(detections.map(summary)).toEqual(PROJECTS[project])
      for (const detection of detections) expectPatternToRead(detection)
    })

    const json = Object.keys(PROJECTS).filter((project) => project.startsWith('i18next-json/'))
    test.each(json)('%s is found from each folder on the way', async (project) => {
      const [[, pattern, source, files] = ['', '', '', 0]] = PROJECTS[project]!
      const base = pattern.slice(0, pattern.indexOf('{')).split('/').slice(0, -1)
      for (let depth = 1; depth <= base.length; depth++) {
        const { paths, content } = diskContent(join(CORPUS, project, ...base.slice(0, depth)))
        const [best] = await detectProjects(paths, content)
        expect([best?.pattern, best?.sourceLanguage, best?.files.length]).toEqual([
          pattern.split('/').slice(depth).join('/'),
          source,
          files,
        ])
      }
    })
  },
)

function summary({ format, pattern, sourceLanguage, files }: Detection): Expected {
  const languages = new Set(files.map((file) => file.language))
  return [format, pattern, sourceLanguage, new Set(files.map((file) => file.path)).size, languages.size]
}

/**
 * Checks that the pattern gives each file's language and namespace, and that each language of a namespace has
 * one file.
 */
function expectPatternToRead({ pattern, files, layout, sourceLanguage }: Detection): void {
  const places = files.map((file) => `${file.language} ${file.namespace}`)
  expect(new Set(places).size).toBe(places.length)
  for (const { path, language, languageAsWritten, namespace, side } of files) {
    const isByContent =
      layout === 'languages-in-file' ||
      path.endsWith('.pot') ||
      (side === 'source' && languageAsWritten === sourceLanguage)
    if (isByContent) expect(matchFile(pattern, path)?.namespace).toBe(namespace)
    else expect(matchPattern(pattern, path)).toEqual({ language, languageAsWritten, namespace })
  }
}
