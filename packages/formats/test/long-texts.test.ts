import { expect, test } from 'vitest'
import { formatById } from '../src/index.ts'
import { LIMITS } from '../src/limits/limits.ts'

const COUNT = LIMITS.text
const LINES = '\\n'.repeat(COUNT)
const REFERENCES = '&#10;'.repeat(COUNT / 4)

/** Files with one text over the limit, made of as many escapes as fit. */
const FILES: readonly (readonly [format: string, content: string])[] = [
  ['gettext-po', `msgid "a"\nmsgstr "${LINES}"\n`],
  ['gettext-po', `msgid "a"\nmsgstr ""\n${'"\\n\\n\\n\\n"\n'.repeat(COUNT / 4)}`],
  ['gettext-po', `msgid "${LINES}"\nmsgstr "a"\n`],
  ['php-array', `<?php return ['a' => "${LINES}"];`],
  ['java-properties', `a=${LINES}\n`],
  ['apple-strings', `"a" = "${LINES}";\n`],
  ['toml', `a = "${LINES}"\n`],
  ['resx', `<root><data name="a" xml:space="preserve"><value>${REFERENCES}</value></data></root>`],
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
