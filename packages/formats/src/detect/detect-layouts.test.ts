import { describe, expect, test } from 'vitest'
import { detectProjects } from './detect.ts'
import type { Detection } from './detection.ts'

type Files = Readonly<Record<string, string>>

const JSON_TEXT = '{\n  "save": "Save"\n}\n'
const ANDROID =
  '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="save">Save</string>\n</resources>\n'
const STRINGS = '"save" = "Save";\n'
const PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Save"\nmsgstr ""\n'
const RESX =
  '<?xml version="1.0"?>\n<root>\n  <data name="Save" xml:space="preserve"><value>Save</value></data>\n</root>\n'
const QT = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1">\n</TS>\n'
const FTL = 'save = Save\n'
const PHP = "<?php\n\nreturn [\n    'save' => 'Save',\n];\n"
const TOML = '[save]\nother = "Save"\n'
const INI = '[menu]\nsave = Save\n'
const rails = (language: string) => `${language}:\n  save: Save\n`
const xliff = (target: string) =>
  `<xliff version="1.2"><file source-language="en"${target}><body><trans-unit id="1"><source>Save</source></trans-unit></body></file></xliff>`

function all(paths: readonly string[], text: string): Files {
  return Object.fromEntries(paths.map((path) => [path, text]))
}

function detectIn(files: Files): Promise<readonly Detection[]> {
  const text = (path: string) => files[path] ?? ''
  return detectProjects(Object.keys(files), {
    head: async (path) => text(path).slice(0, 4000),
    bytes: async (path) => new TextEncoder().encode(text(path)),
    size: async (path) => text(path).length,
  })
}

/** Returns format, pattern and source language of each, and the languages of its files. */
async function detected(files: Files): Promise<readonly string[]> {
  const detections = await detectIn(files)
  return detections.map(({ format, pattern, sourceLanguage, files: found }) => {
    const languages = [...new Set(found.map((file) => file.language))].sort()
    return `${format} ${pattern} ${sourceLanguage} of ${languages.join(' ')}`
  })
}

describe('layouts of ecosystems', () => {
  test.each<[string, Files, readonly string[]]>([
    [
      'Android',
      {
        ...all(
          ['app/src/main/res/values/strings.xml', 'app/src/main/res/values-pt-rBR/strings.xml'],
          ANDROID,
        ),
        ...all(
          ['app/src/main/res/values-b+sr+Latn/strings.xml', 'app/src/main/res/values-iw/strings.xml'],
          ANDROID,
        ),
        ...all(
          ['app/src/main/res/values-in/strings.xml', 'app/src/main/res/values-night/strings.xml'],
          ANDROID,
        ),
        ...all(
          ['app/src/main/res/values-v21/strings.xml', 'app/src/main/res/values-land/strings.xml'],
          ANDROID,
        ),
        'app/src/main/res/values/colors.xml': '<resources><color name="red">#f00</color></resources>',
        'app/src/main/res/layout/main.xml': '<LinearLayout/>',
        'app/src/main/AndroidManifest.xml': '<manifest/>',
        'app/src/androidTest/res/values/strings.xml': ANDROID,
      },
      ['android-xml app/src/main/res/values{-lng=en}/strings.xml en of en he id pt-BR sr-Latn'],
    ],
    [
      'Compose Multiplatform next to Android',
      {
        ...all(
          [
            'composeApp/src/commonMain/composeResources/values/strings.xml',
            'composeApp/src/commonMain/composeResources/values-fr/strings.xml',
          ],
          ANDROID,
        ),
        ...all(
          ['androidApp/src/main/res/values/strings.xml', 'androidApp/src/main/res/values-fr/strings.xml'],
          ANDROID,
        ),
      },
      [
        'android-xml androidApp/src/main/res/values{-lng=en}/strings.xml en of en fr',
        'compose-xml composeApp/src/commonMain/composeResources/values{-lng=en}/strings.xml en of en fr',
      ],
    ],
    [
      'Android with several files',
      all(
        [
          'res/values/strings.xml',
          'res/values/plurals.xml',
          'res/values-de/strings.xml',
          'res/values-de/plurals.xml',
        ],
        ANDROID,
      ),
      ['android-xml res/values{-lng=en}/{ns=plurals,strings}.xml en of de en'],
    ],
    [
      'Android with several modules',
      {
        ...all(['app/src/main/res/values/strings.xml', 'app/src/main/res/values-de/strings.xml'], ANDROID),
        ...all(
          ['feature/cart/src/main/res/values/strings.xml', 'feature/cart/src/main/res/values-de/strings.xml'],
          ANDROID,
        ),
      },
      ['android-xml {ns}/src/main/res/values{-lng=en}/strings.xml en of de en'],
    ],
    [
      'Apple',
      all(
        ['App/Base.lproj/Main.strings', 'App/de.lproj/Main.strings', 'App/zh-Hans.lproj/Main.strings'],
        STRINGS,
      ),
      ['apple-strings App/{lng;en=Base}.lproj/{ns}.strings en of de en zh-Hans'],
    ],
    [
      'Apple with plural forms beside',
      {
        ...all(['en.lproj/L.strings', 'de.lproj/L.strings'], STRINGS),
        ...all(['en.lproj/L.stringsdict', 'de.lproj/L.stringsdict'], '<plist>'),
      },
      [
        'apple-strings {lng}.lproj/{ns}.strings en of de en',
        'apple-stringsdict {lng}.lproj/{ns}.stringsdict en of de en',
      ],
    ],
    [
      'a string catalog',
      {
        'App/Localizable.xcstrings':
          '{ "sourceLanguage" : "en", "strings" : { "Save" : { "localizations" : { "de" : { "stringUnit" : { "state" : "new", "value" : "x" } } } } }, "version" : "1.0" }',
      },
      ['apple-xcstrings App/Localizable.xcstrings en of de en'],
    ],
    [
      'gettext',
      all(['locale/de/LC_MESSAGES/django.po', 'locale/pt_BR/LC_MESSAGES/django.po', 'locale/django.pot'], PO),
      ['gettext-po locale/{lng}/LC_MESSAGES/{ns}.po|locale/{ns}.pot en of de en pt-BR'],
    ],
    [
      'gettext of GNOME',
      { ...all(['po/de.po', 'po/sr@latin.po', 'po/app.pot'], PO), 'po/LINGUAS': 'de sr@latin\n' },
      ['gettext-po po/{lng}.po|po/app.pot en of de en sr-Latn'],
    ],
    [
      'WordPress',
      all(['languages/my-plugin-de_DE.po', 'languages/my-plugin-fr_FR.po', 'languages/my-plugin.pot'], PO),
      ['gettext-po languages/my-plugin-{lng}.po|languages/my-plugin.pot en of de-DE en fr-FR'],
    ],
    [
      'Rails',
      {
        'config/locales/en.yml': rails('en'),
        'config/locales/de.yml': rails('de'),
        'config/database.yml': 'a: b\n',
      },
      ['rails-yaml config/locales/{lng}.yml en of de en'],
    ],
    [
      'Rails by library',
      { 'config/locales/devise.en.yml': rails('en'), 'config/locales/devise.de.yml': rails('de') },
      ['rails-yaml config/locales/{ns}.{lng}.yml en of de en'],
    ],
    [
      'YAML',
      all(['locales/en.yaml', 'locales/de.yaml'], 'save: Save\n'),
      ['yaml locales/{lng}.yaml en of de en'],
    ],
    [
      'Symfony',
      {
        'translations/messages.en.xlf': xliff(''),
        'translations/messages.de.xlf': xliff(' target-language="de"'),
        'translations/security.de.xlf': xliff(''),
      },
      ['xliff-1 translations/{ns}.{lng}.xlf en of de en'],
    ],
    [
      'Angular',
      { 'src/locale/messages.xlf': xliff(''), 'src/locale/messages.de.xlf': xliff(' target-language="de"') },
      ['xliff-1 src/locale/messages{.lng=en}.xlf en of de en'],
    ],
    [
      'TYPO3',
      {
        'Resources/Private/Language/locallang.xlf': xliff(''),
        'Resources/Private/Language/de.locallang.xlf': xliff(' target-language="de"'),
      },
      ['xliff-1 Resources/Private/Language/{lng.=en}locallang.xlf en of de en'],
    ],
    [
      'Java',
      {
        ...all(
          ['src/main/resources/messages.properties', 'src/main/resources/messages_de.properties'],
          'save=Save\n',
        ),
        'src/main/resources/messages_pt_BR.properties': 'save=Salvar\n',
        'src/main/resources/application.properties': 'server.port=80\n',
      },
      ['java-properties src/main/resources/messages{_lng=en}.properties en of de en pt-BR'],
    ],
    [
      '.NET',
      all(
        [
          'App/Properties/Resources.resx',
          'App/Properties/Resources.de.resx',
          'App/Properties/Resources.zh-Hans.resx',
        ],
        RESX,
      ),
      ['resx App/Properties/Resources{.lng=en}.resx en of de en zh-Hans'],
    ],
    [
      'UWP',
      all(['Strings/en-US/Resources.resw', 'Strings/de-DE/Resources.resw'], RESX),
      ['resx Strings/{lng}/{ns}.resw en-US of de-DE en-US'],
    ],
    [
      'Flutter',
      {
        ...all(['lib/l10n/app_de.arb', 'lib/l10n/app_en.arb', 'lib/l10n/app_pt_BR.arb'], JSON_TEXT),
        'l10n.yaml': 'template-arb-file: app_de.arb\n',
      },
      ['arb lib/l10n/app_{lng}.arb de of de en pt-BR'],
    ],
    [
      'Qt',
      {
        ...all(['translations/app_de.ts', 'translations/app_zh_CN.ts'], QT),
        'web/src/main.ts': 'export {}\n',
        'web/src/lang/de.ts': 'export default {}\n',
      },
      ['qt-ts translations/app_{lng}.ts en of de en zh-CN'],
    ],
    [
      'Qt by language',
      all(['translations/de.ts', 'translations/fr.ts'], QT),
      ['qt-ts translations/{lng}.ts en of de en fr'],
    ],
    [
      'Fluent',
      all(['locales/en-US/main.ftl', 'locales/de/main.ftl'], FTL),
      ['fluent locales/{lng}/{ns}.ftl en-US of de en-US'],
    ],
    [
      'Laravel',
      {
        ...all(['lang/en.json', 'lang/de.json'], '{ "Hello :name, welcome to :app": "Hi :name, see :app" }'),
        ...all(['lang/en/auth.php', 'lang/de/auth.php'], PHP),
        'config/app.php': PHP,
      },
      ['laravel-json lang/{lng}.json en of de en', 'php-array lang/{lng}/{ns}.php en of de en'],
    ],
    [
      'Symfony in PHP',
      all(
        ['en', 'de', 'pt', 'pt_BR', 'sr_RS', 'zh_CN', 'zh_TW'].map(
          (language) => `src/Resources/translations/AdminBundle.${language}.php`,
        ),
        PHP,
      ),
      ['php-array src/Resources/translations/AdminBundle.{lng}.php en of de en pt pt-BR sr-RS zh-CN zh-TW'],
    ],
    [
      'Hugo',
      all(['i18n/en.toml', 'i18n/de.toml', 'config.toml'], TOML),
      ['toml i18n/{lng}.toml en of de en'],
    ],
    [
      'Hugo in YAML',
      all(['i18n/en.yaml', 'i18n/de.yaml'], 'save:\n  other: Save\n'),
      ['yaml i18n/{lng}.yaml en of de en'],
    ],
    ['go-i18n', all(['active.en.toml', 'active.de.toml'], TOML), ['toml active.{lng}.toml en of de en']],
    [
      'a browser extension',
      {
        ...all(
          ['_locales/de/messages.json', '_locales/pt_BR/messages.json', '_locales/en/messages.json'],
          '{ "save": { "message": "Save" } }',
        ),
        'manifest.json': '{ "default_locale": "de" }',
      },
      ['chrome-json _locales/{lng}/messages.json de of de en pt-BR'],
    ],
    [
      'slang',
      all(['lib/i18n/strings.i18n.json', 'lib/i18n/strings_de.i18n.json'], JSON_TEXT),
      ['slang-json lib/i18n/strings{_lng=en}.i18n.json en of de en'],
    ],
    [
      'INI',
      all(['conf/locale/locale_en-US.ini', 'conf/locale/locale_de-DE.ini', 'conf/app.ini'], INI),
      ['ini conf/locale/locale_{lng}.ini en-US of de-DE en-US'],
    ],
    [
      'files named after languages',
      all(['language/English.ini', 'language/German.ini', 'language/Simplified_Chinese.ini'], INI),
      ['ini language/{language}.ini en of de en zh-Hans'],
    ],
    [
      'JSON5',
      all(['i18n/en.json5', 'i18n/de.json5'], "{ save: 'Save' }"),
      ['json5 i18n/{lng}.json5 en of de en'],
    ],
    [
      'two programs with two formats side by side',
      {
        ...all(
          ['mobile/app/src/main/res/values/strings.xml', 'mobile/app/src/main/res/values-de/strings.xml'],
          ANDROID,
        ),
        ...all(['web/public/locales/en/common.json', 'web/public/locales/de/common.json'], JSON_TEXT),
        ...all(['web/public/locales/fr/common.json'], JSON_TEXT),
      },
      [
        'i18next-json web/public/locales/{lng}/{ns}.json en of de en fr',
        'android-xml mobile/app/src/main/res/values{-lng=en}/strings.xml en of de en',
      ],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await detected(files)).toEqual(expected)
  })
})

describe('folders that are not projects', () => {
  test.each<[string, Files]>([
    [
      'settings of tools',
      {
        'package.json': JSON_TEXT,
        'tsconfig.json': '{}',
        'dragoman.json': '{}',
        'config/no.yml': 'a: b\n',
        'Cargo.toml': '[package]\n',
      },
    ],
    [
      'TypeScript',
      {
        'src/is.ts': 'export {}',
        'src/lang/de.ts': 'export {}',
        'src/lang/en.ts': 'export {}',
        'src/app_de.ts': 'export {}',
      },
    ],
    [
      'test data',
      all(
        [
          'test/locales/en.json',
          'src/__tests__/locales/de.json',
          'spec/fixtures/en.yml',
          'tests/data/values/strings.xml',
        ],
        JSON_TEXT,
      ),
    ],
    ['data by country', all(['data/de.csv', 'data/fr.csv'], '2020;1\n2021;2\n')],
    [
      'settings by country',
      all(['deploy/de/app.yml', 'deploy/fr/app.yml', 'it.ini', 'no.ini'], 'replicas: 2\n'),
    ],
    [
      'data of services',
      all(['data/ses/a.json', 'data/sso/a.json', 'data/kms/a.json', 'data/sns/a.json'], JSON_TEXT),
    ],
    ['lists', all(['data/en.json', 'data/de.json'], '[1, 2, 3]')],
    [
      'programs',
      all(['lang/en/index.php', 'lang/de/index.php'], '<?php\nfunction main() {\n  return [];\n}\n'),
    ],
    [
      'other XML',
      {
        'pom.xml': '<project/>',
        'res/values/strings.xml': '<other/>',
        'res/values-de/strings.xml': '<other/>',
      },
    ],
    ['templates', all(['mail/en/hello.ftl', 'mail/de/hello.ftl'], '<#if a>x</#if>\n')],
    ['one setting of a language', { 'src/main/resources/log_it.properties': 'a=b\n' }],
  ])('%s', async (_, files) => {
    expect(await detected(files)).toEqual([])
  })
})

describe('dialects of JSON', () => {
  const lng = (text: string, more: Files = {}): Files => ({
    ...all(['src/locales/en.json', 'src/locales/de.json', 'src/locales/fr.json'], text),
    ...more,
  })
  test.each<[string, Files, string, string]>([
    ['nothing speaks for any', lng(JSON_TEXT), 'i18next-json', 'plain-json'],
    [
      'ICU arguments',
      lng('{ "n": "{count, plural, one {# file} other {# files}}" }'),
      'icu-json',
      'icu-syntax',
    ],
    ['linked messages', lng('{ "a": "See @:home.title" }'), 'vue-i18n-json', 'vue-syntax'],
    ['i18next placeholders', lng('{ "a": "Hello {{name}}" }'), 'i18next-json', 'i18next-syntax'],
    [
      'a single odd text does not decide',
      lng(JSON_TEXT, { 'src/locales/fr.json': '{ "a": "{n, plural, other {#}}" }' }),
      'i18next-json',
      'plain-json',
    ],
    [
      'the library beside',
      lng(JSON_TEXT, { 'package.json': '{ "dependencies": { "vue-i18n": "^9.0.0" } }' }),
      'vue-i18n-json',
      'neighbour-package',
    ],
    [
      'the library against an odd text',
      lng('{ "a": "{name}" }', { 'src/package.json': '{ "dependencies": { "react-intl": "6" } }' }),
      'icu-json',
      'neighbour-package',
    ],
  ])('%s', async (_, files, format, reason) => {
    const [best] = await detectIn(files)
    expect([best?.format, best?.formatReason]).toEqual([format, reason])
    expect(best?.formats).toContain('i18next-json')
  })
})

describe('sides of files with source and translation', () => {
  const sides = async (files: Files) =>
    (await detectIn(files))[0]?.files.map(
      ({ path, language, side }) => `${path.slice(path.lastIndexOf('/') + 1)} ${language} ${side}`,
    )

  test('the first translation provides the sources if the source language has no file', async () => {
    expect(await sides(all(['po/de.po', 'po/fr.po'], PO))).toEqual([
      'de.po en source',
      'de.po de target',
      'fr.po fr target',
    ])
  })

  test('a template provides the sources, unless the source language has a file', async () => {
    expect(await sides(all(['po/de.po', 'po/fr.po', 'po/app.pot'], PO))).toEqual([
      'app.pot en source',
      'de.po de target',
      'fr.po fr target',
    ])
    expect(await sides(all(['po/de.po', 'po/en.po', 'po/app.pot'], PO))).toEqual([
      'de.po de target',
      'en.po en source',
    ])
  })

  test('the file of the source language provides them if its translations are empty', async () => {
    expect(await sides(all(['po/de.po', 'po/en.po'], PO))).toEqual(['de.po de target', 'en.po en source'])
  })

  test('if its translations are filled, they are the texts and the sources are names', async () => {
    const filled = xliff(' target-language="en"').replace('</source>', '</source><target>Save!</target>')
    expect(
      await sides({ 'tr/messages.en.xlf': filled, 'tr/messages.de.xlf': xliff(' target-language="de"') }),
    ).toEqual(['messages.de.xlf de target', 'messages.en.xlf en target'])
  })
})
