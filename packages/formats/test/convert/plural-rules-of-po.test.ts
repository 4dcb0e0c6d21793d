import { describe, expect, test } from 'vitest'
import { contentOf, convert, formatById, languagesOfFile } from '../../src/index.ts'

function converted(text: string, from: string, to: string, language: string) {
  const [origin, target] = [formatById(from), formatById(to)]
  if (origin === null || target === null) throw new Error('no such format')
  const documents = languagesOfFile(origin, new Uint8Array(Buffer.from(text)), {
    language,
    sourceLanguage: 'en',
  })
  const { bytes, report } = convert(contentOf(origin, documents, 'en'), { format: target, language })
  return { text: Buffer.from(bytes).toString(), codes: report.map(({ code }) => code) }
}

const FORMS = ['one', 'few', 'many', 'other'] as const

/** An Android file with the forms of one plural. */
const android = (forms: Readonly<Record<string, string>>): string =>
  `<resources>\n<plurals name="boxes">\n${Object.entries(forms)
    .map(([form, text]) => `<item quantity="${form}">${text}</item>\n`)
    .join('')}</plurals>\n</resources>\n`

const RU =
  'nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n%10==0 || (n%10>=5 && n%10<=9) || (n%100>=11 && n%100<=14)? 2 : 3);'

describe('a PO file with a text for fractions', () => {
  test.each([
    ['ru', 'nplurals=4'],
    ['uk', 'nplurals=4'],
    ['be', 'nplurals=4'],
    ['pl', 'nplurals=4'],
  ])('%s has four forms', (language, rule) => {
    const forms = Object.fromEntries(FORMS.map((form) => [form, `%d ${form}`]))
    const { text, codes } = converted(android(forms), 'android-xml', 'gettext-po', language)
    expect(text.replaceAll('"\n"', '')).toContain(rule)
    expect([...text.matchAll(/msgstr\[(\d)\] "(.*)"/g)].map(([, index, said]) => [index, said])).toEqual(
      FORMS.map((form, index) => [String(index), `%d ${form}`]),
    )
    expect(codes).not.toContain('form-refused')
  })

  test.each([
    ['fr', { one: '%d a', many: '%d b', other: '%d c' }, 3],
    ['cs', { one: '%d a', few: '%d b', many: '%d c', other: '%d d' }, 4],
  ])('%s has a form for its rare category', (language, forms, count) => {
    const { text, codes } = converted(android(forms), 'android-xml', 'gettext-po', language)
    expect(text.replaceAll('"\n"', '')).toContain(`nplurals=${count}`)
    expect(codes).not.toContain('form-refused')
    for (const said of Object.values(forms)) expect(text).toContain(`"${said}"`)
  })

  test.each([
    ['ru', { one: '%d a', few: '%d b', many: '%d c', other: '%d c' }],
    ['ru', { one: '%d a', few: '%d b', many: '%d c', other: '%d b' }],
    ['pl', { one: '%d a', few: '%d b', many: '%d c', other: '%d c' }],
  ])('%s has three forms if it repeats another one, and nothing is lost: %j', (language, forms) => {
    const { text, codes } = converted(android(forms), 'android-xml', 'gettext-po', language)
    expect(text.replaceAll('"\n"', '')).toContain('nplurals=3')
    expect(codes.filter((code) => /refused|changed|lost/.test(code))).toEqual([])
  })
})

test('a Russian PO with four forms comes back from XLIFF with all of them', () => {
  const po = `msgid ""\nmsgstr ""\n"Language: ru\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${RU}\\n"\n\nmsgid "One box"\nmsgid_plural "%d boxes"\nmsgstr[0] "%d коробка"\nmsgstr[1] "%d коробки"\nmsgstr[2] "%d коробок"\nmsgstr[3] "%d коробки и"\n`
  const xliff = converted(po, 'gettext-po', 'xliff-1', 'ru')
  const back = converted(xliff.text, 'xliff-1', 'gettext-po', 'ru')
  expect(back.codes).not.toContain('form-refused')
  expect(back.text).toContain('\nmsgid "One box"\nmsgid_plural "%d boxes"\n')
  expect(back.text).not.toContain('msgctxt')
  for (const text of ['%d коробка', '%d коробки', '%d коробок', '%d коробки и'])
    expect(back.text).toContain(`"${text}"`)
})
