import { expect, test } from 'vitest'
import { formatById } from '../src/index.ts'
import { FILE_LIMITS } from '../src/limits/limits.ts'

const COUNT = FILE_LIMITS.text
const LINES = '\\n'.repeat(COUNT)
const QUOTES = '\n\n""'.repeat(COUNT / 4)
const REFERENCES = '&#10;'.repeat(COUNT / 4)

/** Files with one text over the limit, made of as many escapes as fit. */
const FILES: readonly (readonly [format: string, content: string])[] = [
  ['gettext-po', `msgid "a"\nmsgstr "${LINES}"\n`],
  ['gettext-po', `msgid "a"\nmsgstr ""\n${'"\\n\\n\\n\\n"\n'.repeat(COUNT / 4)}`],
  ['gettext-po', `msgid "${LINES}"\nmsgstr "a"\n`],
  // A header was decoded twice before the rest was read.
  ...[LINES, '\\\\'.repeat(COUNT), '\\"'.repeat(COUNT), '\\u'.repeat(COUNT), '\\303'.repeat(COUNT)].map(
    (value) => ['gettext-po', `msgid ""\nmsgstr ""\n"Language: de\\n"\n"X-Note: ${value}"\n`] as const,
  ),
  ['php-array', `<?php return ['a' => "${LINES}"];`],
  ['java-properties', `a=${LINES}\n`],
  ['apple-strings', `"a" = "${LINES}";\n`],
  ['toml', `a = "${LINES}"\n`],
  ['resx', `<root><data name="a" xml:space="preserve"><value>${REFERENCES}</value></data></root>`],
  ...(['i18next-json', 'icu-json', 'vue-i18n-json', 'laravel-json', 'slang-json', 'json'] as const).map(
    (id) => [id, `{"a":"${LINES}"}`] as const,
  ),
  ['json5', `{a:"${LINES}"}`],
  ['json5', `{"${LINES}":"a"}`],
  ['arb', `{"a":"${LINES}"}`],
  ['chrome-json', `{"a":{"message":"${LINES}"}}`],
  [
    'apple-xcstrings',
    `{"sourceLanguage":"en","strings":{"a":{"localizations":{"en":{"stringUnit":{"state":"new","value":"${LINES}"}}}}}}`,
  ],
  ['i18next-json', `{"${LINES}":"a"}`],
  ['ini', `a="${LINES}"\n`],
  ['android-xml', `<resources><string name="a">${LINES}</string></resources>`],
  [
    'apple-stringsdict',
    `<plist version="1.0"><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>${REFERENCES}</string></dict></dict></plist>`,
  ],
  [
    'xliff-1',
    `<xliff version="1.2"><file source-language="en" target-language="de" original="a" datatype="plaintext"><body><trans-unit id="a"><source>a</source><target>${REFERENCES}</target></trans-unit></body></file></xliff>`,
  ],
  [
    'xliff-2',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a"><segment><source>a</source><target>${REFERENCES}</target></segment></unit></file></xliff>`,
  ],
  ['fluent', `a = ${'{"\\u000A"}'.repeat(COUNT / 4)}\n`],
  ['csv', `key,en\na,"${QUOTES}"\n`],
  ['csv', `key,en\na,${'x'.repeat(COUNT + 1)}\n`],
  ['csv', `key,en\n"${QUOTES}",a\n`],
  ['csv', `key,en\na, "${QUOTES}"\n`],
  ['csv', '" "'.repeat(COUNT)],
  [
    'qt-ts',
    `<!DOCTYPE TS><TS version="2.1" language="de"><context><name>c</name><message><source>a</source><translation>${REFERENCES}</translation></message></context></TS>`,
  ],
]

test.each(FILES)('%s: a text over the limit is refused without decoding it (%#)', (id, content) => {
  const document = formatById(id)?.read(new TextEncoder().encode(content))
  expect(document?.issues.map(({ code }) => code)).toEqual(['text-too-long'])
  const decoded = [...(document?.entries.values() ?? [])].filter(({ text }) => text.includes('\n\n'))
  expect(decoded).toEqual([])
})

/**
 * Beginnings of files over a limit: each is broken at a position that a reader which stops at the limit never
 * reaches.
 */
const BEGINNINGS: readonly (readonly [code: string, format: string, content: string])[] = [
  ['text-too-long', 'i18next-json', `{"a":"${'x'.repeat(COUNT + 1)}\n`],
  ['text-too-long', 'json5', `{a:'${'x'.repeat(COUNT + 1)}\n`],
  ['text-too-long', 'csv', `key,en\na,"${'x\n'.repeat(COUNT)}"\nb,"c`],
  ['too-complex', 'yaml', `a: "${LINES}"\nb: [`],
  ['too-many-values', 'i18next-json', `{"a":[${'1,'.repeat(FILE_LIMITS.values)}}`],
  ['too-many-values', 'json5', `{a:[${'1,'.repeat(FILE_LIMITS.values)}}`],
  ['too-many-values', 'csv', `key,en\n${'a,b\n'.repeat(FILE_LIMITS.values / 2)}a,"b`],
  ['too-deep', 'i18next-json', `{"a":${'['.repeat(FILE_LIMITS.nesting)}}`],
  ['too-deep', 'json5', `{a:${'['.repeat(FILE_LIMITS.nesting)}}`],
]

test.each(BEGINNINGS)('%s: %s stops at the limit and reads nothing after it (%#)', (code, id, content) => {
  const document = formatById(id)?.read(new TextEncoder().encode(content))
  expect(document?.issues.filter(({ severity }) => severity === 'error').map((issue) => issue.code)).toEqual([
    code,
  ])
})
