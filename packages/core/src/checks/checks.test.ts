import { describe, expect, test } from 'vitest'
import type { TextLimits } from '../limits/text-limits.ts'
import { syntaxById } from '../message/all-syntaxes.ts'
import { fluentSyntax } from '../message/fluent/fluent-syntax.ts'
import type { Forms, PluralKind } from '../message/forms.ts'
import { i18nextSyntax } from '../message/i18next/i18next-syntax.ts'
import { CHECK_CODES } from './all.ts'
import { applyFixes } from './apply-fix.ts'
import type { CheckInput } from './check.ts'
import { hasFailing, runChecks } from './run.ts'

function pair(source: string, text: string, language = 'de', maxLength: number | null = null): CheckInput {
  return {
    syntax: i18nextSyntax,
    sourceLanguage: 'en',
    language,
    plural: 'none',
    sourceForms: { other: source },
    forms: { other: text },
    maxLength,
    limits: null,
  }
}

function plural(
  sourceForms: Forms,
  forms: Forms,
  language: string,
  kind: PluralKind = 'cardinal',
): CheckInput {
  return {
    syntax: i18nextSyntax,
    sourceLanguage: 'en',
    language,
    plural: kind,
    sourceForms,
    forms,
    maxLength: null,
    limits: null,
  }
}

const codes = (input: CheckInput) => runChecks(input).map(({ code }) => code)

describe('no issues for', () => {
  test.each([
    ['Save', 'Speichern', 'de'],
    ['Hi {{name}}', 'Hallo {{ name }}', 'de'],
    ['Valid until 12/31/2024', 'Gültig bis 31.12.2024', 'de'],
    ['Valid until 12/31/2024', 'Gültig bis 31. 12. 2024', 'cs'],
    ['At 10:30', 'Klo 10.30', 'fi'],
    ['Total: 9.99 EUR', 'Summe: 9,99 EUR', 'de'],
    ['Total: 9.99 EUR', 'المجموع: ٩٫٩٩ يورو', 'ar'],
    ['1,234.56 EUR', '1.234,56 EUR', 'de'],
    ['1,234.56 EUR', '1\u202f234,56 EUR', 'fr'],
    ['1,234.56 EUR', '1234,56 EUR', 'es'],
    ['1,234.56 EUR', '١٬٢٣٤٫٥٦ يورو', 'ar'],
    ['1,234,567 files', '1.234.567 Dateien', 'de'],
    ['12,34,567 files', '1.234.567 Dateien', 'de'],
    ['1,234 files', '1234 archivos', 'es'],
    ['At 9.30 PM', 'Um 21.30 Uhr', 'de'],
    ['At 9.30 PM', 'Um 21:30 Uhr', 'de'],
    ['1.5 million files', '150万個のファイル', 'ja'],
    ['From 9:05 to 10:30', 'Klo 9.05–10.30', 'fi'],
    ['On 03/04/2024', 'Am 3.4.2024', 'de'],
    ['On 03/04/2024', 'Dne 3. 4. 2024', 'cs'],
    ['On 03/04/2024', '2024年3月4日', 'ja'],
    ['On 03.04.2024', 'Den 3.4.2024', 'fi'],
    ['At 09:05', 'Um 9:05', 'de'],
    ['At 09.05', 'Klo 9.05', 'fi'],
    ['10,000 users', '1万人のユーザー', 'ja'],
    ['1 million views', '100万回の表示', 'ja'],
    ['1,500,000 files in 12 folders', '12個のフォルダーに150万個のファイル', 'ja'],
    ['1,030,000,000 points', '10億3000万ポイント', 'ja'],
    ['123,456 points', '12万3456ポイント', 'ja'],
    ['100,000 people', '10만 명', 'ko'],
    ['10,000 users', '1萬名使用者', 'zh-Hant'],
    ['2 lakh rupees', '2,00,000 रुपये', 'hi'],
    ['10,000,000 rupees', '1 करोड़ रुपये', 'hi'],
    ['1 billion stars', '1000 millones de estrellas', 'es'],
    ['1 million stars', '1.000.000 Sterne', 'de'],
    ['100 thousand', '100 mil', 'pt'],
    ['9:00 AM to 5:00 PM', '9:00 bis 17:00', 'de'],
    ['9:00 AM to 5:00 PM', '9 bis 17 Uhr', 'de'],
    ['9:00 AM to 5:00 PM', '9時から17時', 'ja'],
    ['9:00 a.m. to 5:30 p.m. daily', 'Klo 9.00–17.30 joka päivä', 'fi'],
    ['At 12:00 AM', 'Um 0:00 Uhr', 'de'],
    ['9 to 5 PM', 'من ٩ إلى ١٧', 'ar'],
    ['Since 17:00', '午後5時から', 'ja'],
    ['December 31, 2024', '2024年12月31日', 'ja'],
    ['Dec. 31, 2024', '31.12.2024', 'de'],
    ['May 2024', '2024년 5월', 'ko'],
    ['{{count}}th', '{{count}}.', 'de'],
    ['The 2nd', 'Der 2.', 'de'],
    ['Due on May 2', 'Fällig am 2.5.', 'de'],
    ['Are you sure you want to delete it?', '削除してもよろしいですか。', 'ja'],
    ['Are you sure?', '「よろしいですか。」', 'ja'],
    ['{{name}} and {{name}}', '{{name}} ×2', 'de'],
    ['See {{- link}}', 'Siehe {{-link}}', 'de'],
    ['{{name}} at {{- name}}', '{{- name}} am {{name}}', 'de'],
    ['{{name}} at {{- name}}', '{{- name}} am {{- name}}', 'de'],
    ['Really?', 'Vraiment\u202f?', 'fr'],
    ['Really?', '本当に？', 'ja'],
    ['Really?', 'حقا؟', 'ar'],
    ['Really?', 'Αλήθεια;', 'el'],
    ['Done.', '完了。', 'ja'],
    ['Done.', 'เสร็จแล้ว', 'th'],
    ['Loading...', 'Wird geladen…', 'de'],
    ['Loading…', '加载中……', 'zh-CN'],
    ['See <0>here</0>.', 'Siehe <0>hier</0>.', 'de'],
    ['He said "no."', 'Er sagte „nein“.', 'de'],
    ['1,000 files', '1.000 Dateien', 'de'],
    ['12 files', '١٢ ملفا', 'ar'],
    ['2 files', 'zwei Dateien', 'de'],
    ['Mon 9AM', '月曜日 9:00', 'ja'],
    ['Since 2020', 'Seit 2020 (Version 12, Ausgabe 14)', 'de'],
    ['Copyright © 2020 The Example Project Authors', 'Copyright © 2020 The Example Project Authors', 'de'],
    ['Visual Studio Code', 'Visual Studio Code', 'de'],
    ['GitHub', 'GitHub', 'de'],
    ['{{a}} {{b}} {{c}} {{d}}', '{{a}} {{b}} {{c}} {{d}}', 'de'],
    ['The colour of the sea', 'The colour of the sea', 'en-GB'],
    ['a) one', 'a) eins', 'de'],
    ['a (b)', 'ア（イ）', 'ja'],
    ['See https://example.com/en/help', 'Siehe https://example.com/de/hilfe', 'de'],
    ['See https://example.com', '詳細はhttps://example.comをご覧ください', 'ja'],
    ['See https://example.com/help', '詳細はhttps://example.com/helpをご覧ください', 'ja'],
    ['Open http://localhost:3000', 'http://localhost:3000を開く', 'ja'],
    ['See https://example.com!', '请看https://example.com！', 'zh-CN'],
    ['See “https://example.com”', 'Siehe „https://example.com“', 'de'],
    ['See “https://example.com”', 'Voir «\u202fhttps://example.com\u202f»', 'fr'],
    ['See “https://example.com”', 'См. «https://example.com»', 'ru'],
    ['See https://example.com, please', 'راجع https://example.com، من فضلك', 'ar'],
    ['See https://example.com.', 'https://example.com। देखें।', 'hi'],
    ['See https://example.com now', 'ראו https://example.com\u200f עכשיו', 'he'],
    ['See https://münchen.de', 'Siehe https://münchen.de', 'de'],
    ['Or ', 'または', 'ja'],
    ['', 'x', 'de'],
    ['a <bold>b</bold>.<br></br>c', 'x <bold>y</bold>.<br></br>z', 'de'],
    ['https://<YOUR_DOMAIN>', 'https://<IHRE_DOMAIN>', 'de'],
    ['one\n    two', 'eins zwei', 'de'],
  ])('%j → %j', (source, text, language) => {
    expect(codes(pair(source, text, language))).toEqual([])
    expect(hasFailing(pair(source, text, language))).toBe(false)
  })

  test('a translation without text', () => {
    expect(codes(pair('Save {{name}}', ''))).toEqual([])
    expect(codes(plural({ one: 'a', other: 'b' }, {}, 'pl'))).toEqual([])
  })

  test('the source language, where only its own mistakes count', () => {
    expect(codes({ ...pair('x', 'Save {{name}} <0>now</0>  1.'), language: 'en' })).toEqual(['double-space'])
    expect(codes({ ...pair('x', 'Save {{name'), language: 'en' })).toEqual(['placeholder-unclosed'])
  })
})

describe('each check', () => {
  test.each([
    ['placeholder-missing', 'Hi {{name}}', 'Hallo', null],
    ['placeholder-extra', 'Hi', 'Hallo {{name}}', null],
    ['placeholder-unclosed', 'Hi', 'Hallo {{name', null],
    ['placeholder-type', 'Hello {{name}}', 'Hallo {{- name}}', 'Hallo {{name}}'],
    ['placeholder-type', 'Hello {{ name }}', 'Hallo {{-name}}', 'Hallo {{ name }}'],
    ['placeholder-type', 'See {{- link}}', 'Siehe {{link}}', 'Siehe {{- link}}'],
    [
      'placeholder-type',
      '$t(hi, {"name": "{{name}}"}) x',
      '$t(hi, {"name": "{{- name}}"}) y',
      '$t(hi, {"name": "{{name}}"}) y',
    ],
    ['nesting-unclosed', 'Hi', 'Hallo $t(a', null],
    ['nesting-missing', 'Hi $t(a)', 'Hallo', null],
    ['tag-missing', 'Hi <0>you</0>', 'Hallo', null],
    ['tag-extra', 'Hi', 'Hallo <b></b>', null],
    ['tag-unbalanced', '<0>a</0>', '</0>a<0>', null],
    ['empty', 'Hi', '\u200b', null],
    ['edge-space', 'Hi ', 'Hallo', 'Hallo '],
    ['edge-space', 'Hi', ' Hallo', 'Hallo'],
    ['double-space', 'Hi you', 'Hallo  du', 'Hallo du'],
    ['end-punctuation', 'Hi.', 'Hallo', 'Hallo.'],
    ['end-punctuation', 'Hi', 'Hallo!', 'Hallo'],
    ['end-punctuation', 'Hi?', 'Hallo.', 'Hallo?'],
    ['end-punctuation', 'Hi <0>you</0>:', 'Hallo <0>du</0>', 'Hallo <0>du</0>:'],
    ['end-punctuation', 'Version 2', 'Version 2.', 'Version 2'],
    ['end-punctuation', 'Hi {{name}}', 'Hallo {{name}}.', 'Hallo {{name}}'],
    ['numbers', 'Up to 100 files', 'Bis 10 Dateien', 'Bis 100 Dateien'],
    ['numbers', 'Up to 100 files', 'Viele Dateien', null],
    ['numbers', 'Up to 5 files', 'Bis 8 Dateien', 'Bis 5 Dateien'],
    ['brackets', 'a (b)', 'a (b', null],
    ['url', 'See https://example.com', 'Siehe https://exemple.com', 'Siehe https://example.com'],
    ['url', 'See https://example.com', 'Siehe dort', null],
    ['url', 'See https://a.org/x', 'Siehe https://a.orgs/x', 'Siehe https://a.org/x'],
    ['url', 'See https://a.org/x', 'Siehe https://a.orgk/x', 'Siehe https://a.org/x'],
    [
      'url',
      'See https://example.com',
      'https://exemple.comをご覧ください',
      'https://example.comをご覧ください',
    ],
    ['url', 'See https://example.com/a', 'https://exemple.com/aをご覧', 'https://example.com/aをご覧'],
    ['url', 'See https://example.com', 'Siehe „https://exemple.com“', 'Siehe „https://example.com“'],
    ['url', 'See https://münchen.de', 'Siehe https://munchen.de', 'Siehe https://münchen.de'],
    ['line-breaks', 'a\nb', 'a b', null],
    // One of several equal numbers, one below ten, and one that is only in the translation.
    ['numbers', '36 to 220 (usually 220)', '36 bis 227 (meist 220)', '36 bis 220 (meist 220)'],
    ['numbers', 'Crop 16:9 to 1:1', 'Von 16:16 auf 1:1', 'Von 16:9 auf 1:1'],
    ['numbers', 'Valid until 12/31/2024', 'Gültig bis 30.12.2024', null],
    ['numbers', 'At 09:05', 'Um 9:15', 'Um 9:05'],
    ['numbers', 'Wait 0.5 s', '5 s warten', '0.5 s warten'],
    ['numbers', 'Total: 9.99 EUR', 'Summe: 999 EUR', 'Summe: 9.99 EUR'],
    ['numbers', '1.5 GB', '15 GB', '1.5 GB'],
    ['numbers', '15 GB', '1.5 GB', '15 GB'],
    ['numbers', '2.25 of 5 stars', '225 von 5 Sternen', '2.25 von 5 Sternen'],
    ['numbers', '1,234.56 EUR', '123.456 EUR', '1,234.56 EUR'],
    ['numbers', 'Wait 0.05 s', '0,5 s warten', '0.05 s warten'],
    ['numbers', '10,000 users in 30 groups', '1万人、20グループ', '1万人、30グループ'],
    ['numbers', 'From 9:00 AM, 30 seats', 'Ab 9:00 Uhr, 20 Plätze', 'Ab 9:00 Uhr, 30 Plätze'],
    ['numbers', 'At 5 PM', 'Um 16 Uhr', null],
    ['numbers', 'December 31, 2024', '2024年11月31日', null],
    ['numbers', 'For Windows 10', 'Für Windows 10 und 11', null],
    ['unchanged', 'Your changes have been saved', 'Your changes have been saved', null],
    ['unchanged', 'Import All Collections From Backup', 'Import All Collections From Backup', null],
    ['invisible-character', 'Hi', 'Hal\u200blo', 'Hallo'],
  ])('%s: %j → %j', (code, source, text, fixed) => {
    const input = pair(source, text)
    const issue = runChecks(input).find((found) => found.code === code)
    expect(issue).toBeDefined()
    expect(CHECK_CODES).toContain(code)
    expect(hasFailing(input)).toBe(true)
    expect(issue!.span.start).toBeGreaterThanOrEqual(0)
    expect(issue!.span.end).toBeLessThanOrEqual(text.length)
    if (fixed !== null) expect(applyFixes(text, [issue!])).toBe(fixed)
    if (fixed !== null) expect(codes(pair(source, fixed))).not.toContain(code)
  })

  test('a placeholder whose escaping differs is an error, in each form of a plural', () => {
    const forms = { one: '{{count}} Datei von {{- name}}', other: '{{count}} Dateien von {{- name}}' }
    const source = { one: '{{count}} file of {{name}}', other: '{{count}} files of {{name}}' }
    const issues = runChecks(plural(source, forms, 'de'))
    expect(issues).toMatchObject(
      (['one', 'other'] as const).map((form) => ({
        form,
        code: 'placeholder-type',
        severity: 'error',
        params: { placeholder: '{{- name}}', expected: '{{name}}' },
      })),
    )
  })

  test('a line break at an edge is needed in languages without spaces too', () => {
    for (const [source, text] of [
      ['Save\n', '保存'],
      [' \nSave', '保存'],
    ] as const)
      expect(codes(pair(source, text, 'ja'))).toContain('edge-space')
    expect(codes(pair(' Save ', '保存', 'th'))).toEqual([])
  })

  test('the fix restores a translated placeholder', () => {
    const input = pair('Hi {{name}}', 'Hallo {{Name}}')
    expect(applyFixes('Hallo {{Name}}', runChecks(input))).toBe('Hallo {{name}}')
  })

  test('length is counted in grapheme clusters', () => {
    expect(codes(pair('x', '👨‍👩‍👧👨‍👩‍👧', 'de', 2))).toEqual([])
    expect(runChecks(pair('x', 'abcd', 'de', 3))).toMatchObject([
      { code: 'max-length', span: { start: 3, end: 4 }, params: { length: 4, limit: 3 } },
    ])
  })

  test('of a choice, each branch is measured with the text around it', () => {
    const icu = (text: string, limit: number) =>
      runChecks({ ...pair('x', text, 'de', limit), syntax: syntaxById('icu') })
        .filter(({ code }) => code === 'max-length')
        .map(({ span, params }) => [text.slice(span.start, span.end), params])
    const text = 'Noch {n, plural, one {# Datei} other {# Dateien}}.'
    expect(icu(text, 15)).toEqual([])
    expect(icu(text, 14)).toEqual([['n', { length: 15, limit: 14 }]])
    expect(icu(text, 10)).toEqual([
      ['tei', { length: 13, limit: 10 }],
      ['teien', { length: 15, limit: 10 }],
    ])
    expect(icu('{a, select, x {{n, plural, one {abc} other {abcdef}}} other {ab}}', 5)).toHaveLength(1)
    expect(icu('Noch viele {n, plural, other {}}', 5)).toEqual([
      ['viele {n, plural, other {}}', { length: 11, limit: 5 }],
    ])
    const vue = { ...pair('x | y', 'Datei | {n} Dateien', 'de', 11), syntax: syntaxById('vue-i18n') }
    expect(codes(vue)).not.toContain('max-length')
    expect(codes({ ...vue, maxLength: 10 })).toContain('max-length')
  })

  test('French punctuation gets a narrow space', () => {
    expect(runChecks(pair('Really?', 'Vraiment', 'fr'))[0]?.fix?.text).toBe('\u202f?')
  })

  test.each([
    ['am', 'Seeds:', 'ዘሮች፦'],
    ['am', 'Really?', 'እውነት፧'],
    ['hy', 'Leave the garden?', 'Լքե՞լ այգին։'],
    ['hy', 'Careful!', 'Զգո՛ւյշ։'],
    ['hy', 'Seeds:', 'Սերմեր՝'],
    ['my', 'Leave the garden?', 'ဥယျာဉ်မှ ထွက်မလား။'],
    ['th', 'Leave the garden?', 'จะออกจากสวนหรือไม่'],
    ['th', 'Saved.', 'บันทึกแล้ว'],
    ['lo', 'Leave?', 'ອອກບໍ່'],
    ['km', 'Seeds:', 'គ្រាប់ពូជ៖'],
    ['km', 'Saved.', 'បានរក្សាទុក។'],
    ['bo', 'Leave?', 'ཐོན་ནམ།'],
    ['mn', 'Saved.', 'ᠬᠠᠳᠠᠭᠠᠯᠠᠪᠠ᠃'],
    ['sat', 'Saved.', 'ᱥᱟᱸᱪᱟᱣ ᱮᱱᱟ᱾'],
    ['el', 'Leave?', 'Φεύγετε;'],
    ['el', 'Leave; stay;', 'Φύγε· μείνε·'],
    ['pa', 'Leave?', 'جاؤ گے؟'],
    ['ur', 'Saved.', 'محفوظ۔'],
  ])('signs of other scripts are right in %s: %j → %j', (language, source, text) => {
    expect(codes(pair(source, text, language))).toEqual([])
  })

  test.each([
    ['th', 'Seeds:', 'เมล็ดพันธุ์'],
    ['my', 'Seeds:', 'မျိုးစေ့များ။'],
    ['hy', 'Leave the garden?', 'Լքել այգին։'],
    ['am', 'Seeds:', 'ዘሮች።'],
    ['de', 'Leave the garden?', 'Den Garten verlassen.'],
  ])('another kind of sign is reported in %s: %j → %j', (language, source, text) => {
    expect(codes(pair(source, text, language))).toEqual(['end-punctuation'])
  })

  test('ordinal numbers end with a dot in some languages only', () => {
    const icu = (text: string, language: string) => {
      const source = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'
      return codes({ ...pair(source, text, language), syntax: syntaxById('icu') })
    }
    expect(icu('{n, selectordinal, other {#.}}', 'de')).toEqual([])
    expect(icu('{n, selectordinal, other {#.}}', 'sv')).toContain('end-punctuation')
    const source = { one: '{{count}}st', two: '{{count}}nd', few: '{{count}}rd', other: '{{count}}th' }
    expect(codes(plural(source, { other: '{{count}}.' }, 'pl', 'ordinal'))).toEqual([])
    expect(codes(pair('The 2nd', 'Le 2.', 'fr'))).toContain('end-punctuation')
  })

  test('the Greek question mark is not a semicolon', () => {
    expect(codes(pair('Really;', 'Αλήθεια;', 'el'))).toEqual(['end-punctuation'])
  })
})

describe('plurals', () => {
  const source = { one: 'One file', other: '{{count}} files' }

  test('missing and unused forms', () => {
    expect(runChecks(plural(source, { one: 'Jeden plik', other: '{{count}} pliku' }, 'pl'))).toMatchObject([
      { code: 'plural-form-missing', form: 'few', severity: 'error' },
      { code: 'plural-form-missing', form: 'many', severity: 'error' },
    ])
    expect(
      runChecks(plural(source, { one: '{{count}} fichier', other: '{{count}} fichiers' }, 'fr')),
    ).toMatchObject([{ form: 'many', severity: 'warning' }])
    expect(
      codes(plural(source, { one: 'Eine', few: '{{count}} x', other: '{{count}} Dateien' }, 'de')),
    ).toEqual(['plural-form-unused'])
    expect(codes(plural(source, { zero: 'Keine', one: 'Eine', other: '{{count}} Dateien' }, 'de'))).toEqual(
      [],
    )
  })

  test('a form for one number can write the number as a word', () => {
    expect(codes(plural(source, { one: 'Eine Datei', other: '{{count}} Dateien' }, 'de'))).toEqual([])
    expect(codes(plural(source, { one: '{{count}} Datei', other: '{{count}} Dateien' }, 'de'))).toEqual([])
    expect(codes(plural(source, { one: 'Eine Datei', other: 'Dateien' }, 'de'))).toEqual([
      'placeholder-missing',
    ])
    expect(
      runChecks(
        plural(
          source,
          { one: 'Файл', few: '{{count}} файла', many: '{{count}} файлов', other: '{{count}} файла' },
          'ru',
        ),
      ),
    ).toMatchObject([{ code: 'placeholder-missing', form: 'one' }])
  })

  test('a form for 0 and 1 can have a word for 1 if another form is for 0', () => {
    const forms = { one: 'Un fichier', many: '{{count}} de fichiers', other: '{{count}} fichiers' }
    expect(codes(plural(source, forms, 'fr'))).toEqual(['placeholder-missing'])
    expect(codes(plural(source, { ...forms, zero: '' }, 'fr'))).toEqual(['placeholder-missing'])
    expect(codes(plural(source, { ...forms, zero: 'Aucun fichier' }, 'fr'))).toEqual([])
    expect(codes(plural(source, { ...forms, zero: 'Aucun', many: 'Des millions' }, 'fr'))).toEqual([
      'placeholder-missing',
    ])
    const ruby = { one: 'Un fichier', many: '%{count} de fichiers', other: '%{count} fichiers' }
    const inRuby = (more: Forms, syntax: string) =>
      codes({
        ...plural({ one: 'One file', other: '%{count} files' }, { ...ruby, ...more }, 'fr'),
        syntax: syntaxById(syntax),
      })
    expect(inRuby({}, 'ruby')).toEqual(['placeholder-missing'])
    expect(inRuby({ zero: 'Aucun fichier' }, 'ruby')).toEqual([])
    // gettext never uses such a form.
    expect(inRuby({ zero: 'Aucun fichier' }, 'named-printf')).toContain('placeholder-missing')
  })

  test('a form for zero and other numbers needs the number', () => {
    const lv = { one: '{{count}} fails', other: '{{count}} faili' }
    expect(codes(plural(source, { ...lv, zero: '{{count}} failu' }, 'lv'))).toEqual([])
    expect(codes(plural(source, { ...lv, zero: 'Nav failu' }, 'lv'))).toEqual(['placeholder-missing'])
  })

  test('JSON v3', () => {
    expect(
      codes(plural(source, { '0': '{{count}} plik', '1': '{{count}} pliki' }, 'pl', 'cardinal-v3')),
    ).toEqual(['plural-form-missing'])
    const polish = { '0': 'Jeden plik', '1': '{{count}} pliki', '2': '{{count}} plików' }
    expect(codes(plural(source, polish, 'pl', 'cardinal-v3'))).toEqual([])
    expect(codes(plural(source, { ...polish, '1': 'Pliki' }, 'pl', 'cardinal-v3'))).toEqual([
      'placeholder-missing',
    ])
    expect(codes(plural(source, { '0': 'アイテム' }, 'ja', 'cardinal-v3'))).toEqual(['placeholder-missing'])
    const files = { one: 'One file', other: '{{count}} files' }
    // i18next shows the first form for 0 too.
    const french = { one: 'Un fichier', other: '{{count}} fichiers' }
    expect(codes(plural(files, french, 'fr', 'cardinal-v3'))).toEqual(['placeholder-missing'])
    const german = { one: 'Eine Datei', other: '{{count}} Dateien' }
    expect(codes(plural(files, german, 'de', 'cardinal-v3'))).toEqual([])
  })
})

describe('texts that the file of the language cannot store are reported', () => {
  const any: TextLimits = { characters: 'no-null', charset: null, maxLength: null, writing: { kind: 'any' } }
  const ini = (lines: 'one' | 'several', isPhp = false): TextLimits => ({
    ...any,
    writing: { kind: 'ini', lines, isPhp },
  })
  const inline: TextLimits = {
    ...any,
    characters: 'xml',
    writing: { kind: 'inline', containers: ['g'], codes: ['x', 'ph'], prefix: '' },
  }
  test.each<[TextLimits, string, readonly (readonly [string, number, number])[]]>([
    [any, 'a\nb', []],
    [any, 'a\0b', [['file-character', 1, 2]]],
    [{ ...any, characters: 'xml' }, 'a\u000bb', [['file-character', 1, 2]]],
    [{ ...any, maxLength: 3 }, 'abcde', [['file-length', 3, 5]]],
    [{ ...any, charset: { name: 'windows-1250', runs: 'ééąą' } }, 'ą漢é', [['file-charset', 1, 2]]],
    [
      ini('one'),
      'a\nb\nc',
      [
        ['file-line-break', 1, 2],
        ['file-line-break', 3, 4],
      ],
    ],
    [ini('one'), '"a" and `b`', []],
    [ini('one', true), `it's "b"`, []],
    [ini('one', true), `it's "b" \${c}`, [['file-quotes', 5, 6]]],
    [ini('several'), 'a\nb', []],
    [ini('several'), 'a\nb=c', [['file-line', 1, 5]]],
    [{ ...any, writing: { kind: 'fluent' } }, 'a { $b } c', []],
    [{ ...any, writing: { kind: 'fluent' } }, 'a } c', [['file-braces', 2, 3]]],
    [inline, '<g id="1">a</g> <x id="1"/> 1 < 2', []],
    [inline, 'a <g id="1">b', [['file-markup', 2, 12]]],
    [inline, '<ph id="1"><b></ph>', [['file-markup', 0, 11]]],
  ])('%j: %j', (limits, text, expected) => {
    const input = { ...pair(text, text), language: 'en', limits }
    const said = runChecks(input).filter(({ code }) => code.startsWith('file-'))
    expect(said.map(({ code, span }) => [code, span.start, span.end])).toEqual(expected)
    expect(
      said.every(
        ({ code, severity }) => severity === 'error' && (CHECK_CODES as readonly string[]).includes(code),
      ),
    ).toBe(true)
    if (expected.length > 0) expect(hasFailing(input)).toBe(true)
  })

  test.each<[string, string, readonly string[]]>([
    ['Insert a note', 'Schreibe <!-- Notiz --> hier', ['<!-- Notiz -->']],
    ['Insert a note', 'Schreibe <?php ?> hier', ['<?php ?>']],
    ['a <!-- x --> b', 'c <!-- x --> d', []],
    ['a <!-- x --> b', 'c <!-- y --> d', ['<!-- y -->']],
    ['a', 'b &lt;!-- x -->', []],
    ['a', '<!-- one --> b <!-- two -->', ['<!-- one -->', '<!-- two -->']],
    ['a', 'b <!-- open', []],
  ])(
    'a comment or an instruction that only the translation has is reported: %j, %j',
    (source, text, found) => {
      const input = { ...pair(source, text), limits: inline }
      const issues = runChecks(input).filter(({ code }) => code === 'hidden-markup')
      expect(issues.map(({ params, severity }) => [params?.markup, severity])).toEqual(
        found.map((markup) => [markup, 'warning']),
      )
      for (const issue of issues)
        expect(applyFixes(text, [issue])).toContain(`&lt;${issue.params?.markup}`.replace('<', ''))
      expect(runChecks({ ...input, limits: any }).map(({ code }) => code)).not.toContain('hidden-markup')
    },
  )

  test('in a project with Fluent texts, the Fluent check reports the brace', () => {
    const limits: TextLimits = { ...any, writing: { kind: 'fluent' } }
    expect(codes({ ...pair('a', '}'), syntax: fluentSyntax, limits })).toEqual(['fluent-syntax'])
  })
})

describe('a pseudo language', () => {
  const source = 'Save {{name}} 3 times.'
  test.each([
    ['qps-Ploc', '[Šååṽéé {{name}} !!! !!]', []],
    ['qps-plocm', '  ⟦Šååṽéé  {{name}}⟧', []],
    ['en-XA', 'Šååṽéé {{name}}', []],
    ['ar-XB', 'Save {{name}} 3 times.', []],
    ['qps', '[Šååṽéé {{nåmé}}]', ['placeholder-missing', 'placeholder-extra']],
  ])('%s: %s has the issues %j', (language, text, codes) => {
    expect(runChecks(pair(source, text, language)).map(({ code }) => code)).toEqual(codes)
    expect(hasFailing(pair(source, text, language))).toBe(codes.length > 0)
  })

  test('is not a private language or a region', () => {
    expect(runChecks(pair(source, 'Rædd {{name}}', 'qaa')).map(({ code }) => code)).not.toEqual([])
    expect(runChecks(pair(source, 'Save {{name}}', 'en-GB-x-abc')).map(({ code }) => code)).not.toEqual([])
  })
})

test('the source of several translations is parsed once', () => {
  const parsed: string[] = []
  const syntax = {
    ...i18nextSyntax,
    parse(text: string) {
      parsed.push(text)
      return i18nextSyntax.parse(text)
    },
  }
  const source = 'Hi {{name}}, you have {{count}} messages'
  for (const text of ['Hallo {{name}}: {{count}}', 'Cześć {{name}}: {{count}}', 'مرحبا {{name}}: {{count}}'])
    expect(codes({ ...pair(source, text), syntax })).toEqual([])
  expect(parsed.filter((text) => text === source)).toHaveLength(1)
  expect(parsed).toHaveLength(4)
})
