import { escapeXml, workbookOf } from '../../../formats/test/xlsx-file.ts'

/** A small project in one format, laid out as its developers would, with five texts in English and German. */
export type FormatSample = {
  readonly format: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
}

type Texts = readonly string[]
type Write = (texts: Texts, language: string) => string | Uint8Array

const NAMES = ['title', 'pay', 'cart', 'till', 'help']
const EN: Texts = ['Garden shop', 'Pay now', 'Basket', 'Checkout', 'Ask somebody']
const DE: Texts = ['Gartenladen', 'Jetzt zahlen', 'Korb', 'Kasse', 'Jemanden fragen']

/** A file for each language. */
function perLanguage(path: (language: string) => string, write: Write): FormatSample['files'] {
  return { [path('en')]: write(EN, 'en'), [path('de')]: write(DE, 'de') }
}

const each = (write: (name: string, at: number) => string, between = '') => NAMES.map(write).join(between)
const lines = (...all: readonly string[]) => `${all.join('\n')}\n`
/** A `dragoman.json` for a format that cannot be detected from the files. */
const told = (pattern: string, format: string) => ({
  'dragoman.json': JSON.stringify({ sourceLanguage: 'en', files: [{ pattern, format }] }),
})

export const FORMAT_SAMPLES: readonly FormatSample[] = [
  {
    format: 'i18next-json',
    files: perLanguage(
      (language) => `locales/${language}.json`,
      ([title, pay, cart, till, help]) =>
        `{\n\t"title": "${title}", "pay": "${pay}",\n\t"cart": { "cart": "${cart}", "till":"${till}" },\n\t"help": "${help}"\n}`,
    ),
  },
  {
    format: 'icu-json',
    files: {
      'package.json': '{ "dependencies": { "react-intl": "7.0.0" } }\n',
      ...perLanguage(
        (language) => `src/lang/${language}.json`,
        (texts) => `{\n${each((name, at) => `  "${name}":   "${texts[at]}"`, ',\n')}\n}\n`,
      ),
    },
  },
  {
    format: 'vue-i18n-json',
    files: {
      'package.json': '{ "dependencies": { "vue-i18n": "11.0.0" } }\n',
      ...perLanguage(
        (language) => `src/locales/${language}.json`,
        ([title, pay, cart, till, help]) =>
          `{\n    "shop": {\n        "title": "${title}",\n        "pay": "${pay}"\n    },\n    "cart": "${cart}",\n    "till": "${till}",\n    "help": "${help}"\n}\n`,
      ),
    },
  },
  {
    format: 'laravel-json',
    files: {
      'composer.json': '{ "require": { "laravel/framework": "^12.0" } }\n',
      ...perLanguage(
        (language) => `lang/${language}.json`,
        (texts) => `{\n${each((_, at) => `    "${EN[at]}": "${texts[at]}"`, ',\n')}\n}\n`,
      ),
    },
  },
  {
    format: 'slang-json',
    files: perLanguage(
      (language) =>
        language === 'en' ? 'lib/i18n/strings.i18n.json' : `lib/i18n/strings_${language}.i18n.json`,
      (texts) => `{\n  "shop": {\n${each((name, at) => `    "${name}": "${texts[at]}"`, ',\n')}\n  }\n}\n`,
    ),
  },
  {
    format: 'json',
    files: {
      ...told('texts/{lng}.json', 'json'),
      ...perLanguage(
        (language) => `texts/${language}.json`,
        (texts) => `{${each((name, at) => `"${name}":"${texts[at]}"`, ',')}}`,
      ),
    },
  },
  {
    format: 'json5',
    files: perLanguage(
      (language) => `locales/${language}.json5`,
      (texts) => `// Shop\n{\n${each((name, at) => `  ${name}: '${texts[at]}', // ${at}`, '\n')}\n}\n`,
    ),
  },
  {
    format: 'android-xml',
    files: perLanguage(
      (language) => `app/src/main/res/values${language === 'en' ? '' : `-${language}`}/strings.xml`,
      (texts) =>
        lines(
          '<?xml version="1.0" encoding="utf-8"?>',
          '<resources>',
          '  <!-- Shop -->',
          each((name, at) => `  <string  name="${name}" >${texts[at]}</string>`, '\n'),
          '</resources>',
        ),
    ),
  },
  {
    format: 'compose-xml',
    files: perLanguage(
      (language) =>
        `app/src/commonMain/composeResources/values${language === 'en' ? '' : `-${language}`}/strings.xml`,
      (texts) =>
        lines(
          '<resources>',
          each((name, at) => `    <string name="${name}">${texts[at]}</string>`, '\n'),
          '    <!-- End -->',
          '</resources>',
        ),
    ),
  },
  {
    format: 'apple-strings',
    files: perLanguage(
      (language) => `Shop/${language}.lproj/Localizable.strings`,
      (texts) => `/* Shop */\n${each((name, at) => `"${name}"  = "${texts[at]}";\n`)}// End\n`,
    ),
  },
  {
    format: 'apple-stringsdict',
    files: perLanguage(
      (language) => `Shop/${language}.lproj/Localizable.stringsdict`,
      (texts) =>
        lines(
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
          '<plist version="1.0">',
          '<dict>',
          each(
            (name, at) =>
              `\t<key>${name}</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%#@count@</string>\n\t\t<key>count</key>\n\t\t<dict>\n\t\t\t<key>NSStringFormatSpecTypeKey</key>\n\t\t\t<string>NSStringPluralRuleType</string>\n\t\t\t<key>NSStringFormatValueTypeKey</key>\n\t\t\t<string>d</string>\n\t\t\t<key>one</key>\n\t\t\t<string>%d x</string>\n\t\t\t<key>other</key>\n\t\t\t<string>${texts[at]}</string>\n\t\t</dict>\n\t</dict>`,
            '\n',
          ),
          '</dict>',
          '</plist>',
        ),
    ),
  },
  {
    format: 'apple-xcstrings',
    files: {
      'Shop/Localizable.xcstrings': `{\n  "sourceLanguage" : "en",\n  "strings" : {\n${each((name, at) => {
        const unit = (text = '') =>
          `{\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "${text}"\n          }\n        }`
        return `    "${name}" : {\n      "localizations" : {\n        "de" : ${unit(DE[at])},\n        "en" : ${unit(EN[at])}\n      }\n    }`
      }, ',\n')}\n  },\n  "version" : "1.0"\n}`,
    },
  },
  {
    format: 'gettext-po',
    files: {
      'po/de.po': lines(
        'msgid ""',
        'msgstr ""',
        '"Language: de\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"',
        '',
        each((_, at) => `#: app.c:${at}\nmsgid "${EN[at]}"\nmsgstr "${DE[at]}"\n`, '\n'),
      ),
    },
  },
  {
    format: 'java-properties',
    files: perLanguage(
      (language) => `src/main/resources/messages${language === 'en' ? '' : `_${language}`}.properties`,
      (texts) => `# Shop\r\n${each((name, at) => `${name} : ${texts[at]}\r\n`)}`,
    ),
  },
  {
    format: 'qt-ts',
    files: perLanguage(
      (language) => `translations/app_${language}.ts`,
      (texts, language) =>
        lines(
          '<?xml version="1.0" encoding="utf-8"?>',
          '<!DOCTYPE TS>',
          `<TS version="2.1" language="${language}">`,
          '<context>',
          '    <name>Shop</name>',
          each(
            (_, at) =>
              `    <message>\n        <source>${EN[at]}</source>\n        <translation>${language === 'en' ? '' : texts[at]}</translation>\n    </message>`,
            '\n',
          ),
          '</context>',
          '</TS>',
        ),
    ),
  },
  {
    format: 'resx',
    files: perLanguage(
      (language) => `Shop/Properties/Resources${language === 'en' ? '' : `.${language}`}.resx`,
      (texts) =>
        `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<root>\r\n${each((name, at) => `  <data name="${name}" xml:space="preserve">\r\n    <value>${texts[at]}</value>\r\n  </data>\r\n`)}</root>`,
    ),
  },
  {
    format: 'toml',
    files: perLanguage(
      (language) => `i18n/${language}.toml`,
      (texts) => `# Shop\n${each((name, at) => `[${name}]\nother   = "${texts[at]}"\n`, '\n')}`,
    ),
  },
  {
    format: 'xliff-1',
    files: perLanguage(
      (language) => `src/locale/messages${language === 'en' ? '' : `.${language}`}.xlf`,
      (texts, language) =>
        lines(
          '<?xml version="1.0" encoding="UTF-8" ?>',
          '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
          `  <file source-language="en"${language === 'en' ? '' : ` target-language="${language}"`} datatype="plaintext" original="ng2.template">`,
          '    <body>',
          each(
            (name, at) =>
              `      <trans-unit id="${name}" datatype="html">\n        <source>${EN[at]}</source>\n${language === 'en' ? '' : `        <target>${texts[at]}</target>\n`}      </trans-unit>`,
            '\n',
          ),
          '    </body>',
          '  </file>',
          '</xliff>',
        ),
    ),
  },
  {
    format: 'xliff-2',
    files: perLanguage(
      (language) => `translations/messages.${language}.xlf`,
      (texts, language) =>
        lines(
          '<?xml version="1.0" encoding="utf-8"?>',
          `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${language}">`,
          `  <file id="messages.${language}">`,
          each(
            (name, at) =>
              `    <unit id="${at}" name="${name}">\n      <segment>\n        <source>${name}</source>\n        <target>${texts[at]}</target>\n      </segment>\n    </unit>`,
            '\n',
          ),
          '  </file>',
          '</xliff>',
        ),
    ),
  },
  {
    format: 'rails-yaml',
    files: perLanguage(
      (language) => `config/locales/${language}.yml`,
      ([title, pay, cart, till, help], language) =>
        `# Shop\n${language}:\n  title: "${title}"\n  shop:\n    pay: '${pay}' # till\n    cart: ${cart}\n  till:   ${till}\n  help: ${help}\n`,
    ),
  },
  {
    format: 'yaml',
    files: {
      ...told('texts/{lng}.yaml', 'yaml'),
      ...perLanguage(
        (language) => `texts/${language}.yaml`,
        (texts) => `---\n${each((name, at) => `${name}:  ${texts[at]}\n`)}...\n`,
      ),
    },
  },
  {
    format: 'php-array',
    files: perLanguage(
      (language) => `lang/${language}/shop.php`,
      (texts) => `<?php\n\n// Shop\nreturn [\n${each((name, at) => `    '${name}'=> "${texts[at]}",\n`)}];\n`,
    ),
  },
  {
    format: 'ini',
    files: perLanguage(
      (language) => `lang/${language}.ini`,
      (texts) => `; Shop\n[main]\n${each((name, at) => `${name} =${texts[at]}\n`)}`,
    ),
  },
  {
    format: 'fluent',
    files: perLanguage(
      (language) => `locales/${language}/app.ftl`,
      (texts) => `## Shop\n\n${each((name, at) => `${name}  = ${texts[at]}\n`)}`,
    ),
  },
  {
    format: 'arb',
    files: perLanguage(
      (language) => `lib/l10n/app_${language}.arb`,
      (texts, language) =>
        `{\n  "@@locale": "${language}",\n${each((name, at) => `  "${name}": "${texts[at]}",\n  "@${name}": { "description": "Shop" }`, ',\n')}\n}\n`,
    ),
  },
  {
    format: 'chrome-json',
    files: {
      'manifest.json': '{ "manifest_version": 3, "default_locale": "en" }\n',
      ...perLanguage(
        (language) => `_locales/${language}/messages.json`,
        (texts) =>
          `{\n${each((name, at) => `  "${name}": {\n    "message": "${texts[at]}",\n    "description": "Shop"\n  }`, ',\n\n')}\n}\n`,
      ),
    },
  },
  {
    format: 'csv',
    files: {
      'translations/shop.csv': `key,en,de\r\n${each((name, at) => `${name},"${EN[at]}",${DE[at]}\r\n`)}`,
    },
  },
  {
    format: 'godot-csv',
    files: {
      'project.godot': 'config_version=5\n',
      'translations/shop.csv': `keys,?context,en,de\n${each((name, at) => `${name},,${EN[at]},"${DE[at]}"\n`)}`,
    },
  },
  {
    format: 'xlsx',
    files: {
      ...told('texts/shop.xlsx', 'xlsx'),
      'texts/shop.xlsx': workbookOf({
        rows: [['key', 'en', 'de'], ...NAMES.map((name, at) => [name, EN[at] ?? '', DE[at] ?? ''])]
          .map(
            (cells, row) =>
              `<row r="${row + 1}">${cells.map((text, column) => `<c r="${'ABC'[column]}${row + 1}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`).join('')}</row>`,
          )
          .join(''),
      }),
    },
  },
  {
    format: 'tmx',
    files: {
      ...told('texts/memory.tmx', 'tmx'),
      'texts/memory.tmx': lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<tmx version="1.4">',
        '  <header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en" datatype="plaintext"/>',
        '  <body>',
        each(
          (name, at) =>
            `    <tu tuid="${name}"><tuv xml:lang="en"><seg>${EN[at]}</seg></tuv><tuv xml:lang="de"><seg>${DE[at]}</seg></tuv></tu>`,
          '\n',
        ),
        '  </body>',
        '</tmx>',
      ),
    },
  },
  {
    format: 'tbx',
    files: {
      ...told('texts/terms.tbx', 'tbx'),
      'texts/terms.tbx': lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">',
        '  <text><body>',
        each(
          (name, at) =>
            `    <conceptEntry id="${name}"><langSec xml:lang="en"><termSec><term>${EN[at]}</term></termSec></langSec><langSec xml:lang="de"><termSec><term>${DE[at]}</term></termSec></langSec></conceptEntry>`,
          '\n',
        ),
        '  </body></text>',
        '</tbx>',
      ),
    },
  },
]
